# Gomill's example `twogtp`, for Jython: gomill.py FOLDER OPTION..., where FOLDER is Gomill's and the options are those
# of twogtp. Jython can neither set the signals of a child nor wait for one by its number; nothing that is said on
# the pipes depends on it.
import os
import sys

folder = sys.argv.pop(1)
sys.path.insert(0, folder)
from gomill import gtp_controller

gtp_controller.permit_sigpipe = None
os.wait4 = lambda number, options: (number, 0, None)
execfile(os.path.join(folder, "examples", "twogtp"))
