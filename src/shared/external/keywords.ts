export type Keywords = { any: readonly string[]; all: readonly string[]; none: readonly string[] };

type Test = (text: string) => boolean;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function patternOf(word: string): RegExp {
  const words = word.normalize('NFKC').trim().split(/\s+/).map(escape).join('\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu');
}

/** Whether the word, or the words in a row, stand in a text by themselves: "rate" is not in "corporate". */
function standing(word: string): Test {
  let pattern: RegExp | null = null;
  return (text) => {
    pattern ??= patternOf(word);
    return pattern.test(text);
  };
}

/** One of `any` (where there are some), every one of `all`, and none of `none`; for many texts. */
export function keywordsMatcher({ any, all, none }: Keywords): (text: string) => boolean {
  const [one, every, no] = [any, all, none].map((words) => words.map(standing)) as [Test[], Test[], Test[]];
  return (text) => {
    const normal = text.normalize('NFKC');
    const holds = (test: Test): boolean => test(normal);
    return (one.length === 0 || one.some(holds)) && every.every(holds) && !no.some(holds);
  };
}

export const matchesKeywords = (text: string, keywords: Keywords): boolean => keywordsMatcher(keywords)(text);
