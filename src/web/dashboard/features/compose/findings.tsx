import type { ComposedFinding } from '#src/shared/composed.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { countWords } from './count-words.ts';

const PLACES: Readonly<Record<string, string>> = {
  topic: 'Topic',
  headline: 'Headline',
  summary: 'Summary',
};
const placeOf = (at: string): string => PLACES[at] ?? `Paragraph ${Number(at.split('.')[1]) + 1}`;

/** What the gate found: what has to change, and what the author may vouch for, by name. */
export function Findings({
  findings,
  author,
  vouches,
  onVouch,
  onShow,
}: {
  findings: readonly ComposedFinding[];
  /** Who vouches. */
  author: string;
  vouches: boolean;
  onVouch: (vouches: boolean) => void;
  /** Selects the place in its field. */
  onShow: (finding: ComposedFinding) => void;
}) {
  const open = findings.filter(({ verdict }) => verdict === 'vouch');
  const refused = findings.filter(({ verdict }) => verdict === 'refused');
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby="findings" className="border-l-2 border-rule pl-4">
      <h2 id="findings" className="text-sm font-medium">
        {refused.length > 0
          ? `${countWords(refused.length, 'place')} to change`
          : `${countWords(open.length, 'place')} to check`}
      </h2>
      <ul className="mt-2 grid gap-2 text-sm">
        {[...refused, ...open].map((finding) => (
          <li key={`${finding.at} ${finding.start}`}>
            <button
              type="button"
              className="min-h-6 text-left font-medium wrap-anywhere underline pointer-coarse:min-h-11"
              onClick={() => onShow(finding)}
            >
              <mark className="bg-transparent text-inherit">“{finding.found}”</mark>
              <span className="sr-only">, show it</span>
            </button>{' '}
            <span className="text-ink-2">
              {placeOf(finding.at)}. {finding.reason}
            </span>
          </li>
        ))}
      </ul>
      {open.length > 0 ? (
        <div className="mt-4">
          <Checkbox
            label={`I, ${author}, vouch for ${open.length === 1 ? 'this' : 'these'}`}
            hint="Kept on the alert’s record with your name."
            checked={vouches}
            onChange={({ target }) => onVouch(target.checked)}
          />
        </div>
      ) : null}
    </section>
  );
}
