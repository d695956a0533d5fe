import { useQuery } from '@tanstack/react-query';
import { type EditCheck, EDITED, type RevisionForm } from '#src/shared/review.ts';
import { editCheckQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { useLater } from '#src/web/dashboard/lib/use-later.ts';
import { StatusTag } from '#src/web/ui/status-tag.tsx';

type Words = Omit<RevisionForm['texts'][number], 'language'>;
type Checks = Readonly<Record<keyof Words, EditCheck['findings'] | null>>;

const NONE: Checks = { headline: null, summary: null };
const isLong = (text: string, most: number): boolean => text.trim() !== '' && text.length <= most;

/** What the content gate finds in texts that were changed, while they are typed; null for a text that is as it was. */
export function useLiveChecks(
  { id, revision, language }: { id: string; revision: string; language: string },
  before: Words,
  now: Words,
): Checks {
  const [headline, summary] = [useLater(now.headline), useLater(now.summary)];
  const isChanged = { headline: headline !== before.headline, summary: summary !== before.summary };
  const { data } = useQuery({
    ...editCheckQuery(id, { revision, texts: [{ language, headline, summary }] }),
    enabled:
      (isChanged.headline || isChanged.summary) &&
      isLong(headline, EDITED.headlineMax) &&
      isLong(summary, EDITED.summaryMax),
    placeholderData: (known) => known,
  });
  if (!data) return NONE;
  const of = (at: keyof Words) =>
    isChanged[at] ? data.findings.filter((finding) => finding.at === at) : null;
  return { headline: of('headline'), summary: of('summary') };
}

/** @param name how the text is called in a sentence */
export function LiveCheck({ findings, name }: { findings: EditCheck['findings'] | null; name: string }) {
  if (findings === null) return <output aria-label={`Check of the ${name}`} />;
  return (
    <output aria-label={`Check of the ${name}`} className="mt-2 block text-sm">
      {findings.length === 0 ? (
        <StatusTag tone="done" label="Passes the check" />
      ) : (
        <ul className="grid gap-1">
          {findings.map(({ verdict, code, found, reason }) => (
            <li key={`${code} ${found}`} className="wrap-anywhere">
              <StatusTag
                tone={verdict === 'refused' ? 'fault' : 'unsure'}
                label={`“${found}”: ${reason}${verdict === 'vouch' ? ' You confirm it when you save.' : ''}`}
              />
            </li>
          ))}
        </ul>
      )}
    </output>
  );
}
