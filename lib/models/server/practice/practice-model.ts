/** How the practice model is named in requests and on the screen. */
export const PRACTICE_MODEL = { id: "practice", label: "Practice model, no key needed" } as const;
