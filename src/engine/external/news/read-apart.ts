import { createApart } from '../apart.ts';
import { NewsError, readNews, type ReadNews } from './read-news.ts';

/** Characters that are read in a few ms, whatever they are; a thread takes longer to begin. */
const FEW = 32 * 1024;

const read = createApart<{ text: string; now: number }, ReadNews>(
  new URL('./reading-worker.ts', import.meta.url),
  (sentence, options) => new NewsError(sentence, options),
);

/** Reads RSS or Atom beside what else runs: a megabyte of nested elements is half a second. @throws NewsError */
export const readNewsApart = (text: string, now: Date): Promise<ReadNews> =>
  text.length <= FEW ? readNews(text, now) : read({ text, now: now.getTime() });
