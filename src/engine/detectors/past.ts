/** Keeps the latest `length` texts of one column in `texts`, oldest first. */
export const remember = (texts: string[], text: string, length: number): void => {
  texts.push(text);
  if (texts.length > length) texts.shift();
};

/** The last `count` of the texts, without the very last: that one stands in the bar before the detection's. */
export const pastOf = (texts: readonly string[], count: number): string[] =>
  texts.slice(Math.max(0, texts.length - count), -1);
