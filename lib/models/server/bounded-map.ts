export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/** Keeps the most recently used entries while their weights sum up to at most `limit`; a weight must not change once set. */
export function createBoundedMap<Value>(limit: number, weigh: (value: Value) => number = () => 1): BoundedMap<Value> {
  const entries = new Map<string, Value>();
  let weight = 0;

  function remove(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    weight -= weigh(value);
  }

  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      // A Map iterates in order of insertion, so moving an entry to the end marks it as recently used.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      entries.set(key, value);
      weight += weigh(value);
      for (const oldest of entries.keys()) {
        if (weight <= limit) break;
        remove(oldest);
      }
    },
    clear() {
      entries.clear();
      weight = 0;
    },
  };
}
