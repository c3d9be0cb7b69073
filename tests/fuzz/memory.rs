//! How much memory is asked for at once: an allocation by a number from a file shows here.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static LARGEST: AtomicUsize = AtomicUsize::new(0);

struct Watching;

// SAFETY: everything is handed on to the system's allocator as it came; only sizes are looked at.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LARGEST.fetch_max(size, Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static WATCHING: Watching = Watching;

/// Begins anew.
pub fn forget() {
    LARGEST.store(0, Ordering::Relaxed);
}

/// The most that was asked for at once since then.
pub fn largest() -> usize {
    LARGEST.load(Ordering::Relaxed)
}
