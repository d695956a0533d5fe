import { entriesFrom } from '#src/ledger/links.ts';
import type { Report } from '#src/ledger/verify.ts';

const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

/** What a report says, a sentence a line. */
export function reportLines(report: Report): string[] {
  const whose = `Workspace ${report.workspace}${report.name ? ` (${report.name})` : ''}`;
  if (report.entries === 0 && report.problems.length === 0) return [`${whose}: the ledger is empty.`];
  const { signed } = report;
  const held = [
    `${whose}: ${count(report.entries, 'entry', 'entries')}, ${count(report.deliveries, 'delivery', 'deliveries')}, ${count(report.kept, 'kept text or picture', 'kept texts and pictures')}.`,
    ...(report.deliveries > 0
      ? [
          `Rendition and send parameters are there for ${report.rebuilt.toLocaleString('en-US')} of ${count(report.deliveries, 'delivery', 'deliveries')}.`,
        ]
      : []),
    ...(report.unapproved > 0
      ? [`No approval is on record for ${count(report.unapproved, 'delivery', 'deliveries')}.`]
      : []),
    ...(signed
      ? [`Signed through entry ${signed.through} on ${signed.at}, key ${signed.publicKey}.`]
      : ['No signed head is there.']),
    ...(signed && report.last > signed.through
      ? [`${entriesFrom(signed.through + 1, report.last)}: not signed yet.`]
      : []),
  ];
  if (report.problems.length === 0)
    return [...held, `Verified: nothing was changed from entry ${report.first} to entry ${report.last}.`];
  return [
    ...held,
    `NOT verified: ${count(report.problems.length, 'problem')}.`,
    ...report.problems.map((problem) => `  ${problem}`),
  ];
}
