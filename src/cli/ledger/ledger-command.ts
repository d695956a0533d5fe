import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { Config } from '#src/config.ts';
import type { RebuiltDelivery } from '#src/ledger/deliveries.ts';
import { CaseTooLarge, writeCase } from '#src/ledger/case/case-file.ts';
import { isCase, verifyCaseFile } from '#src/ledger/case/verify-case.ts';
import { verifyFile, writeFile } from '#src/ledger/file.ts';
import { ledgersIn, readLedger } from '#src/ledger/from-database.ts';
import { ledgerSigner } from '#src/ledger/head.ts';
import { pruneLedger, setRetention } from '#src/ledger/prune.ts';
import { createVerifier, type Report } from '#src/ledger/verify.ts';
import { loadKeys } from '#src/platform/keys/keys.ts';
import { type Command, EXIT, readWords, UsageError } from '../command.ts';
import type { Io } from '../output.ts';
import { asOwner, Refusal } from '../own-database.ts';
import { caseWords, prunedWords, reportLines } from './words.ts';

const help = `bellwire ledger - verify, export and prune the record of what was approved and sent

  npm run -s bellwire -- ledger verify [--workspace ID]
  npm run -s bellwire -- ledger export FILE [--workspace ID] [--from DAY --to DAY] [--people]
  npm run -s bellwire -- ledger verify FILE [--key KEY]
  npm run -s bellwire -- ledger deliveries FILE [--key KEY]
  npm run -s bellwire -- ledger case FILE (--alert ID | --from DAY --to DAY) [--workspace ID] [--people]
  npm run -s bellwire -- ledger retention [--workspace ID] [--years 3|5|6] [--hold on|off]
  npm run -s bellwire -- ledger prune [--workspace ID]

verify      recomputes every hash and signature, and names each entry, delivery, text or
            picture that was changed, removed, added or reordered. With FILE it needs
            neither the database nor the network. --key is the public key you expect
            (verify prints it); without it, the key in the file is used.
export      writes a new FILE (JSON Lines, gzip), signed. A period is in UTC, the last day
            included; it starts earlier where an approval was given before. --people adds
            the keys to people's identities: protect such a file like other personal data.
deliveries  prints each delivery of an export as a line of JSON: rendition, send
            parameters, policy and approver.
case        writes a case file about one alert or a period: a signed archive (.zip) with the
            entries and their proofs, texts and pictures by hash, tables (CSV) and a page to
            read or print. verify FILE and deliveries FILE take it too.
retention   shows or sets how long entries are kept, and legal hold.
prune       deletes entries older than that, up to a signed head. The rest still verifies.

All but verify FILE and deliveries FILE need the database's owner (DATABASE_URL, or the data
folder of the embedded server). They work whether or not the program is running.

Exit code: 0 done, no changes found; 1 a change was found, or the command was rejected,
stderr says why; 2 the command line is wrong.
`;

type Options = {
  workspace?: string;
  alert?: string;
  from?: string;
  to?: string;
  people?: boolean;
  key?: string;
  years?: string;
  hold?: string;
};
type Call = { file: string | null; options: Options; io: Io };
type Verb = {
  allowed: readonly (keyof Options)[];
  file: 'must' | 'may' | 'no';
  run: (call: Call) => Promise<number>;
};

const say = ({ stdout }: Io, line: string): void => void stdout.write(`${line}\n`);
const saying = (io: Io, reports: readonly Report[]): number => {
  for (const line of reports.flatMap(reportLines)) say(io, line);
  return reports.every(({ problems }) => problems.length === 0) ? EXIT.ok : EXIT.failed;
};

/** Everything is read as of one moment. */
async function inSnapshot<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('begin isolation level repeatable read read only');
  try {
    return await work();
  } finally {
    await owner.query('rollback');
  }
}

async function chosen(owner: pg.Client, workspace: string | undefined): Promise<string[]> {
  const { rows } = await owner.query<{ there: boolean }>(
    `select to_regclass('public.ledger_chains') is not null as there`,
  );
  if (!rows[0]?.there) throw new Refusal('This database is of an older program. Start the program once.');
  const all = (await ledgersIn(owner)).map(({ workspaceId }) => workspaceId);
  if (workspace === undefined) return all;
  if (!all.includes(workspace)) throw new Refusal(`There is no ledger of a workspace ${workspace}.`);
  return [workspace];
}

async function chosenOne(owner: pg.Client, workspace: string | undefined): Promise<string> {
  const [one, ...others] = await chosen(owner, workspace);
  if (one === undefined) throw new Refusal('No workspace has a ledger yet.');
  if (others.length > 0)
    throw new Refusal(`${others.length + 1} workspaces have a ledger. Name one with --workspace.`);
  return one;
}

const signerOf = async (config: Config) => ledgerSigner((await loadKeys(config)).encryptionKey);

async function verifyDatabase({ options, io }: Call): Promise<number> {
  return asOwner(io, async (owner, config) => {
    const trusted = (await signerOf(config)).publicKey;
    const reports: Report[] = [];
    for (const workspaceId of await chosen(owner, options.workspace)) {
      const verifier = createVerifier({ trusted });
      await inSnapshot(owner, async () => {
        for await (const record of readLedger(owner, { workspaceId, period: null, people: false }))
          verifier.take(record);
      });
      reports.push(verifier.finish());
    }
    if (reports.length === 0) say(io, 'No workspace has a ledger yet.');
    return saying(io, reports);
  });
}

async function readExport(
  { file, options }: Call,
  onDelivery?: (rebuilt: RebuiltDelivery) => void,
): Promise<Report> {
  const checking = { trusted: options.key ?? null, ...(onDelivery ? { onDelivery } : {}) };
  try {
    return (await isCase(file ?? ''))
      ? await verifyCaseFile(file ?? '', checking)
      : await verifyFile(file ?? '', createVerifier(checking));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Refusal(`${file} cannot be read (${String(error.code)}).`, { cause: error });
  }
}

async function verify(call: Call): Promise<number> {
  if (call.file === null) return verifyDatabase(call);
  if (call.options.workspace !== undefined) throw new UsageError('A file holds one workspace already.');
  return saying(call.io, [await readExport(call)]);
}

async function deliveries(call: Call): Promise<number> {
  const report = await readExport(call, (rebuilt) => say(call.io, JSON.stringify(rebuilt)));
  for (const problem of report.problems) call.io.stderr.write(`${problem}\n`);
  return report.problems.length === 0 ? EXIT.ok : EXIT.failed;
}

const DAY_MS = 86_400_000;
function dayOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new UsageError(`'${text}' is not a day. Write it as 2026-11-23.`);
  return at;
}

function periodOf({ from, to }: Options): { from: Date; to: Date } | null {
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) throw new UsageError('Give both --from and --to.');
  return { from: new Date(dayOf(from)), to: new Date(dayOf(to) + DAY_MS) };
}

async function exportLedger({ file, options, io }: Call): Promise<number> {
  const period = periodOf(options);
  return asOwner(io, async (owner, config) => {
    const workspaceId = await chosenOne(owner, options.workspace);
    const signer = await signerOf(config);
    const stretch = { workspaceId, period, people: options.people ?? false };
    const { entries, first, last } = await toFile(file ?? '', () =>
      inSnapshot(owner, () => writeFile(file ?? '', readLedger(owner, stretch), { signer, now: new Date() })),
    );
    say(
      io,
      entries === 0
        ? `${file}: no entries in that period.`
        : `${file}: entries ${first} to ${last} of workspace ${workspaceId}.`,
    );
    say(io, `Signed with key ${signer.publicKey}.`);
    return EXIT.ok;
  });
}

async function retention({ options, io }: Call): Promise<number> {
  const { years, hold } = options;
  if (years !== undefined && !['3', '5', '6'].includes(years))
    throw new UsageError('Entries are kept 3, 5 or 6 years.');
  if (hold !== undefined && !['on', 'off'].includes(hold))
    throw new UsageError('Say --hold on or --hold off.');
  return asOwner(io, async (owner) => {
    const workspaceId = await chosenOne(owner, options.workspace);
    const set = await setRetention(owner, workspaceId, {
      now: new Date(),
      ...(years === undefined ? {} : { years: Number(years) }),
      ...(hold === undefined ? {} : { held: hold === 'on' }),
    });
    const held = set.held ? 'Legal hold is on: nothing is pruned.' : 'Legal hold is off.';
    say(io, `Workspace ${workspaceId}: entries are kept ${set.years} years. ${held}`);
    return EXIT.ok;
  });
}

async function prune({ options, io }: Call): Promise<number> {
  return asOwner(io, async (owner) => {
    for (const workspaceId of await chosen(owner, options.workspace)) {
      const pruned = await pruneLedger(owner, workspaceId, new Date());
      say(io, `Workspace ${workspaceId}: ${prunedWords(pruned)}`);
    }
    return EXIT.ok;
  });
}

async function writeCaseFile({ file, options, io }: Call): Promise<number> {
  const { alert, people = false } = options;
  const period = periodOf(options);
  if ((alert === undefined) === (period === null))
    throw new UsageError('Give --alert, or both --from and --to.');
  return asOwner(io, async (owner, config) => {
    const workspaceId = await chosenOne(owner, options.workspace);
    const signer = await signerOf(config);
    const made = { signer, now: new Date(), alert: alert?.toLowerCase() ?? null, people };
    const about = made.alert === null ? {} : { alert: made.alert };
    const report = await toFile(file ?? '', () =>
      inSnapshot(owner, () =>
        writeCase(file ?? '', readLedger(owner, { workspaceId, period, people, ...about }), made),
      ),
    );
    const what = made.alert === null ? 'in that period' : 'of that alert';
    say(
      io,
      report.entries === 0
        ? `${file}: no entries ${what}.`
        : `${file}: ${caseWords(report)} ${what}, of workspace ${workspaceId}.`,
    );
    say(io, `Signed with key ${signer.publicKey}.`);
    return EXIT.ok;
  });
}

/** @throws Refusal where the file can't be written */
async function toFile<T>(file: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof CaseTooLarge)
      throw new Refusal('One case file can’t hold that much. Choose a shorter period.', { cause: error });
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    const why = error.code === 'EEXIST' ? 'is there already' : `cannot be written (${String(error.code)})`;
    throw new Refusal(`${file} ${why}.`, { cause: error });
  }
}

const VERBS: Record<string, Verb> = {
  verify: { allowed: ['workspace', 'key'], file: 'may', run: verify },
  export: { allowed: ['workspace', 'from', 'to', 'people'], file: 'must', run: exportLedger },
  deliveries: { allowed: ['key'], file: 'must', run: deliveries },
  case: { allowed: ['workspace', 'alert', 'from', 'to', 'people'], file: 'must', run: writeCaseFile },
  retention: { allowed: ['workspace', 'years', 'hold'], file: 'no', run: retention },
  prune: { allowed: ['workspace'], file: 'no', run: prune },
};

function readCall(words: string[], io: Io): { verb: Verb; call: Call } {
  const { values, positionals } = readWords(() =>
    parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        workspace: { type: 'string' },
        alert: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        people: { type: 'boolean' },
        key: { type: 'string' },
        years: { type: 'string' },
        hold: { type: 'string' },
      },
    }),
  );
  const [name = '', file = null, ...rest] = positionals;
  const verb = VERBS[name];
  if (!verb) throw new UsageError(`Say ledger ${Object.keys(VERBS).join(', ledger ')}.`);
  if (rest.length > 0 || (file === null ? verb.file === 'must' : verb.file === 'no'))
    throw new UsageError(`ledger ${name} takes ${verb.file === 'no' ? 'no file' : 'one file'}.`);
  const odd = (Object.keys(values) as (keyof Options)[]).find((option) => !verb.allowed.includes(option));
  if (odd !== undefined) throw new UsageError(`ledger ${name} takes no --${odd}.`);
  return { verb, call: { file, options: values, io } };
}

async function run(args: string[], io: Io): Promise<number> {
  if (['help', '--help', '-h'].includes(args[0] ?? '')) {
    io.stdout.write(help);
    return EXIT.ok;
  }
  const { verb, call } = readCall(args, io);
  try {
    return await verb.run(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    io.stderr.write(`${error.message}\n`);
    return EXIT.failed;
  }
}

export const ledgerCommand: Command = {
  help,
  run,
};
