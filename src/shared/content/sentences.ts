const SENTENCE_END = /(?<=[.!?\u2026][)"'\u201d\u2019\u00bb]?)\s+|(?<=[\u3002\uff01\uff1f])\s*|\n+/u;

/** A text's sentences, trimmed. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/**
 * The sentences that an edit has added or changed, each on a line of its own: what the content gate has to look at.
 * The others stay as they were written from the evidence.
 */
export function changedSentences(before: string, after: string): string {
  const known = new Set(sentencesOf(before));
  return sentencesOf(after)
    .filter((sentence) => !known.has(sentence))
    .join('\n');
}
