import { RECIPIENTS_SHOWN, type RecordedAlert } from '#src/shared/ledger-search.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Time } from '#src/web/ui/time.tsx';
import { stateWord, totalOf } from './words.ts';

const languages = new Intl.DisplayNames(['en'], { type: 'language' });
const HEAD = 'text-sm font-semibold';

/** What was said per channel and language, the figures with their source, and who got it. */
export function RecordDetail({ item }: { item: RecordedAlert }) {
  return (
    <div className="mt-3 grid gap-x-10 gap-y-6 border-l border-rule pl-4 sm:pl-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Said said={item.said} />
      <div className="grid content-start gap-6">
        {item.figures === null ? null : <Figures figures={item.figures} />}
        <Recipients item={item} />
      </div>
    </div>
  );
}

function Said({ said }: Pick<RecordedAlert, 'said'>) {
  const titleOf = useChannelTitle();
  return (
    <section aria-label="What it said" className="min-w-0">
      <h3 className={HEAD}>What it said</h3>
      {said.length === 0 ? <p className="mt-2 text-sm text-ink-2">No text is kept.</p> : null}
      <ul className="mt-2 grid gap-4">
        {said.map(({ title, text, channels, approved }, n) => (
          // Texts have no id, and their order stays.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={n} className="min-w-0 text-sm">
            <p className="text-ink-2">
              {channels
                .map(({ channel, language }) => `${titleOf(channel)}, ${languages.of(language) ?? language}`)
                .join(' · ') || 'Channel not on record anymore'}
              {approved ? '' : ' · not approved'}
            </p>
            {title === null ? null : <p className="mt-1 font-medium wrap-anywhere">{title}</p>}
            <p className="mt-1 max-w-text whitespace-pre-wrap wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ figures: { line, rows } }: { figures: NonNullable<RecordedAlert['figures']> }) {
  return (
    <section aria-label="Figures" className="min-w-0 text-sm">
      <h3 className={HEAD}>Figures</h3>
      <p className="mt-2 text-ink-2 wrap-anywhere">{line}</p>
      <dl className="mt-1 grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-5">
        {rows.map(({ label, value }) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid border-b border-line py-1.5">
            <dt className="text-ink-2 wrap-anywhere">{label}</dt>
            <dd className="figure wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Recipients({ item }: { item: RecordedAlert }) {
  const titleOf = useChannelTitle();
  const total = totalOf(item);
  const { recipients } = item;
  return (
    <section aria-label="Recipients" className="min-w-0 text-sm">
      <h3 className={HEAD}>Recipients</h3>
      {recipients.length === 0 ? (
        <p className="mt-2 text-ink-2">No one got it, or its deliveries are past their retention.</p>
      ) : (
        <ul className="mt-1">
          {recipients.map(({ to, channel, state, at }, n) => (
            // Somebody who was erased has no address to tell them apart by.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={n} className="flex flex-wrap justify-between gap-x-5 border-b border-line py-1.5">
              <span className="min-w-0 wrap-anywhere">
                {to ?? 'An address that is gone'} <span className="text-ink-2">{titleOf(channel)}</span>
              </span>
              <span className="text-ink-2">
                {stateWord(state)} <Time at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {total > RECIPIENTS_SHOWN ? (
        <p className="mt-2 text-ink-2">
          The first {RECIPIENTS_SHOWN} of {total.toLocaleString('en-US')}. The case file has all of them.
        </p>
      ) : null}
    </section>
  );
}
