/** So many more texts are kept before the oldest go together: taking one from the front moves all the others. */
const SLACK = 64;

/** Keeps the latest `length` texts of one column at the end of `texts`, oldest first. */
export const remember = (texts: string[], text: string, length: number): void => {
  texts.push(text);
  if (texts.length > length + SLACK) texts.splice(0, texts.length - length);
};

/** The last `count` of the texts, without the very last: that one stands in the bar before the detection's. */
export const pastOf = (texts: readonly string[], count: number): string[] =>
  texts.slice(Math.max(0, texts.length - count), -1);
