import { entriesFrom } from '#src/ledger/links.ts';
import type { Report } from '#src/ledger/verify.ts';
import type { PrunedLedger } from '#src/shared/ledger-keeping.ts';

const number = (n: number): string => n.toLocaleString('en-US');
const count = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`;
const deliveries = (n: number): string => count(n, 'delivery', 'deliveries');

/** The verdict first, then what it covers, then what to look at. A sentence a line. */
export function reportLines(report: Report): string[] {
  const whose = `Workspace ${report.workspace}${report.name ? ` (${report.name})` : ''}`;
  if (report.entries === 0 && report.problems.length === 0)
    return [`${whose}: the ledger is empty. The first approval starts it.`];
  return [`${whose}:`, ...verdictOf(report), ...heldBy(report).map((line) => `  ${line}`)];
}

/** What a case file holds, in a line. */
export const caseWords = ({ entries, deliveries: sent }: Report): string =>
  `${count(entries, 'entry', 'entries')}, ${deliveries(sent)}`;

/** What became of a pruning. */
export function prunedWords({ entries, through, heldThrough }: PrunedLedger): string {
  const held = `a legal hold keeps entries up to ${heldThrough} that are old enough.`;
  if (through === null)
    return heldThrough === null ? 'nothing is old enough to prune.' : `nothing was pruned: ${held}`;
  const done = `${count(entries, 'entry', 'entries')} pruned, up to entry ${through}`;
  return heldThrough === null ? `${done}.` : `${done}; ${held}`;
}

function verdictOf({ problems, first, last }: Report): string[] {
  if (problems.length === 0)
    return [
      `  Verified: ${first === last ? `entry ${first} is` : `entries ${first} to ${last} are`} as they were written. Nothing was changed, removed or added.`,
    ];
  return [
    `  NOT verified: ${count(problems.length, 'problem')}.`,
    ...problems.map((problem) => `    ${problem}`),
  ];
}

function heldBy(report: Report): string[] {
  const { rebuilt, carriedOver, unapproved, signed } = report;
  const missing = report.deliveries - rebuilt;
  return [
    `On record: ${count(report.entries, 'entry', 'entries')}, ${deliveries(report.deliveries)}, ${count(report.kept, 'text or picture', 'texts and pictures')}.`,
    ...(report.stubs > 0
      ? [
          `${count(report.stubs, 'entry', 'entries')} of others in between: only the hash of what each says is here, which shows that the chain goes on.`,
        ]
      : []),
    ...(report.deliveries > 0
      ? [
          missing === 0
            ? 'What was sent can be rebuilt for every delivery.'
            : `What was sent can be rebuilt for ${number(rebuilt)} of ${deliveries(report.deliveries)}; the text of ${number(missing)} is missing.`,
        ]
      : []),
    ...(carriedOver > 0
      ? [
          `${deliveries(carriedOver)}: approved before the ledger began, carried over at the upgrade. The text is on record, the approval is in the alert’s history only.`,
        ]
      : []),
    ...(unapproved > 0 ? [`${deliveries(unapproved)}: no approval is on record.`] : []),
    ...(report.pruned
      ? [
          `Entries up to ${report.pruned.through} were pruned under the retention policy on ${report.pruned.at}. A signed head replaces them.`,
        ]
      : []),
    signed
      ? `Signed up to entry ${signed.through} on ${signed.at}, with the key ${signed.publicKey}`
      : 'Not signed yet.',
    ...(signed && report.last > signed.through
      ? [
          `${entriesFrom(signed.through + 1, report.last)}: not signed yet. The running program signs every ten seconds.`,
        ]
      : []),
  ];
}
