/** One line: control characters, invisible ones and those that turn the direction of writing go. */
export const oneLabel = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
