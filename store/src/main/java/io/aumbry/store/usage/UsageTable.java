package io.aumbry.store.usage;

/**
 * Sums of blobs and bytes by owner and end: a hash table in one array, which allocates only when it
 * grows. Not thread-safe.
 */
final class UsageTable {
  private static final int FIELDS = 4;
  private static final int FIRST_CAPACITY = 8;

  /** For each slot: owner, end, blobs, bytes. No owner is 0, so 0 marks an empty slot. */
  private long[] slots = new long[FIRST_CAPACITY * FIELDS];

  private int used;

  interface Visitor {
    void visit(long owner, long until, long blobs, long bytes);
  }

  void add(long owner, long until, long blobs, long bytes) {
    int slot = slotOf(owner, until);
    if (slots[slot] == 0) {
      if (4 * (used + 1) > 3 * (slots.length / FIELDS)) {
        shed(Long.MIN_VALUE);
        slot = slotOf(owner, until);
      }
      used++;
      slots[slot] = owner;
      slots[slot + 1] = until;
    }
    slots[slot + 2] += blobs;
    slots[slot + 3] += bytes;
  }

  /** Visits sums that are not 0, in any order. */
  void forEach(Visitor visitor) {
    for (int slot = 0; slot < slots.length; slot += FIELDS) {
      if (slots[slot] != 0 && (slots[slot + 2] != 0 || slots[slot + 3] != 0)) {
        visitor.visit(slots[slot], slots[slot + 1], slots[slot + 2], slots[slot + 3]);
      }
    }
  }

  /** Number of sums that are not 0. */
  int size() {
    int[] size = {0};
    forEach((owner, until, blobs, bytes) -> size[0]++);
    return size[0];
  }

  /** Drops sums that are 0 or end until a time, and fits the memory to the rest. */
  void shed(long untilMillis) {
    UsageTable rest = new UsageTable();
    int needed = 3 * (size() + 1) / 2;
    rest.slots = new long[Math.max(FIRST_CAPACITY, 2 * Integer.highestOneBit(needed)) * FIELDS];
    forEach((owner, until, blobs, bytes) -> {
      if (until > untilMillis) {
        rest.add(owner, until, blobs, bytes);
      }
    });
    slots = rest.slots;
    used = rest.used;
  }

  /** The first field of the slot of a key, or of the empty slot where it belongs. */
  private int slotOf(long owner, long until) {
    int mask = slots.length / FIELDS - 1;
    long mixed = (owner * 0x9E3779B97F4A7C15L + until) * 0xD6E8FEB86659FD93L;
    int slot = (int) (mixed ^ (mixed >>> 32)) & mask;
    while (slots[slot * FIELDS] != 0
        && (slots[slot * FIELDS] != owner || slots[slot * FIELDS + 1] != until)) {
      slot = (slot + 1) & mask;
    }
    return slot * FIELDS;
  }
}
