import { diffLines } from '#src/web/dashboard/lib/diff.ts';

const ADDED = 'bg-sunk px-0.5 font-medium text-ink underline decoration-1 underline-offset-3';

/** What an edit changed of a text, word by word. Never by color alone. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const words = (text: string): string[] => text.split(/(?<=\s)/);
  return (
    <p className="text-sm leading-6 wrap-anywhere">
      {diffLines(words(before), words(after)).map(({ kind, text }, at) =>
        kind === 'added' ? (
          // oxlint-disable-next-line react/no-array-index-key -- Words of a text have nothing else, and don't move.
          <ins key={at} className={ADDED}>
            {text}
          </ins>
        ) : kind === 'removed' ? (
          // oxlint-disable-next-line react/no-array-index-key -- the same
          <del key={at} className="mr-1 text-ink-3 line-through">
            {text}
          </del>
        ) : (
          text
        ),
      )}
    </p>
  );
}
