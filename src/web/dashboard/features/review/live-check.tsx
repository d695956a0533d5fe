import { useQuery } from '@tanstack/react-query';
import { changedSentences } from '#src/shared/content/sentences.ts';
import { contentCheckQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { useLater } from '#src/web/dashboard/lib/use-later.ts';
import { StatusTag } from '#src/web/ui/status-tag.tsx';

type Props = {
  alert: string;
  language: string;
  before: string;
  now: string;
  /** How the text is called in a sentence. */
  name: string;
};

/** What the content gate says of the sentences that were changed, while they are typed. */
export function LiveCheck({ alert, language, before, now, name }: Props) {
  const text = useLater(changedSentences(before, now));
  const { data } = useQuery({
    ...contentCheckQuery({ alert, language: language.split('-')[0] ?? 'en', text }),
    enabled: text !== '',
    placeholderData: (known) => known,
  });
  if (text === '' || !data) return <output aria-label={`Check of the ${name}`} />;
  return (
    <output aria-label={`Check of the ${name}`} className="mt-2 block text-sm">
      {data.findings.length === 0 ? (
        <StatusTag tone="done" label="Passes the check" />
      ) : (
        <ul className="grid gap-1">
          {data.findings.map(({ verdict, code, found, reason, start }) => (
            <li key={`${start} ${code}`} className="wrap-anywhere">
              <StatusTag
                tone={verdict === 'refused' ? 'fault' : 'unsure'}
                label={`“${found}”: ${reason}${verdict === 'vouch' ? ' You confirm it below.' : ''}`}
              />
            </li>
          ))}
        </ul>
      )}
    </output>
  );
}
