import { toCsv } from '#src/shared/csv.ts';
import { RECORD_FILE_MAX, type RecordedAlert } from '#src/shared/ledger-search.ts';

/** So many pages a file is read from: full ones, and those that looked at many alerts and found few. */
const PAGES_MAX = 60;

/** All that a search finds. @returns null where that is more than a file may have */
export async function collectFound<T>(pages: AsyncIterable<{ items: readonly T[] }>): Promise<T[] | null> {
  const all: T[] = [];
  let count = 0;
  for await (const { items } of pages) {
    all.push(...items);
    count += 1;
    if (all.length > RECORD_FILE_MAX || count > PAGES_MAX) return null;
  }
  return all;
}

const HEAD = [
  'alert',
  'created',
  'symbol',
  'brand',
  'title',
  'data',
  'figures',
  'said',
  'decisions',
  'outcomes',
  'recipients',
];

/** A line of a search's table for each alert. Only the first one begins with the mark that spreadsheets look for. */
export const recordLines = (items: readonly RecordedAlert[]): string => toCsv(items.map(cells)).slice(1);
export const RECORD_HEAD = toCsv([HEAD]);

function cells(item: RecordedAlert): (string | null)[] {
  const { alert, at, symbol, brand, title, figures, said, decisions, outcomes, recipients } = item;
  return [
    alert,
    at,
    symbol,
    brand.name,
    title,
    figures?.line ?? null,
    figures?.rows.map(({ label, value }) => `${label}: ${value}`).join('\n') ?? null,
    said
      .map((each) => {
        const over = each.channels.map(({ channel, language }) => `${channel} (${language})`).join(', ');
        return `${over || 'kept on the ledger'}${each.approved ? '' : ', not approved'}: ${each.title === null ? '' : `${each.title}. `}${each.text}`;
      })
      .join('\n\n'),
    decisions.map(decided).join('\n'),
    outcomes.map(({ state, count }) => `${count} ${state}`).join(', '),
    recipients.map((each) => `${each.to ?? 'erased'} (${each.channel}, ${each.state})`).join('\n'),
  ];
}

const decided = ({ entry, at, decision, by, isPolicy, entity, reason }: RecordedAlert['decisions'][number]) =>
  `${decision} by ${isPolicy ? 'the policy ' : ''}${by}${entity === null ? '' : `, ${entity}`} ${at}, entry ${entry}${reason === null ? '' : `: ${reason}`}`;
