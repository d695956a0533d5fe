import type { EditableText } from '#src/shared/review.ts';
import { WordDiff } from './word-diff.tsx';

const isEdited = ({ headline, summary, written }: EditableText): boolean =>
  headline !== written.headline || summary !== written.summary;

/** What reviewers changed of what was written; nothing where nobody did. */
export function Edited({ texts }: { texts: readonly EditableText[] }) {
  const edited = texts.filter(isEdited);
  if (edited.length === 0) return null;
  return (
    <section aria-labelledby="edited" className="border-b border-line py-5">
      <h2 id="edited" className="text-sm font-semibold">
        Edited before approval
      </h2>
      {edited.map(({ language, headline, summary, written }) => (
        <div key={language} lang={language} className="mt-2 grid gap-1.5">
          <WordDiff before={written.headline} after={headline} />
          <WordDiff before={written.summary} after={summary} />
        </div>
      ))}
    </section>
  );
}
