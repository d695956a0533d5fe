import { relative } from 'node:path';

/** The last lines of a start: where it is, who may sign in, where mails are, how to stop. */
export function banner(facts: {
  url: string;
  demo: { email: string; password: string | null; replay: string } | null;
  outboxUrl: string | null;
  dataDir: string;
  cwd: string;
}): string[] {
  const shown = relative(facts.cwd, facts.dataDir);
  const data = shown && !shown.startsWith('..') ? `./${shown}` : facts.dataDir;
  const rows: [string, string][] = [];
  if (facts.demo) {
    const password = facts.demo.password ?? `(made on another data folder; see its secrets/demo-password)`;
    rows.push(
      ['Demo account', `${facts.demo.email}   password ${password}`],
      ['Demo feed', facts.demo.replay],
    );
  }
  if (facts.outboxUrl) rows.push(['Outbox', `${facts.outboxUrl}   (nothing leaves this machine)`]);
  rows.push(['Data', data], ['Stop', 'Ctrl-C']);
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    '',
    `  Bellwire runs at ${facts.url}`,
    '',
    ...rows.map(([label, value]) => `  ${label.padEnd(width)}   ${value}`),
    '',
  ];
}
