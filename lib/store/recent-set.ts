/** Remembers the values that were added last, up to a number. */
export class RecentSet {
  readonly #limit: number;
  readonly #values = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  add(value: string): void {
    // A set keeps the order of insertion: the first is the oldest.
    this.#values.delete(value);
    this.#values.add(value);
    for (const oldest of this.#values) {
      if (this.#values.size <= this.#limit) break;
      this.#values.delete(oldest);
    }
  }
}
