import type pg from 'pg';
import type { Config } from '#src/config.ts';
import { newId } from '#src/db/ids.ts';
import { type Command, EXIT, UsageError } from './command.ts';
import type { Io } from './output.ts';
import { asOwner, Refusal } from './own-database.ts';

const help = `bellwire operator - who may use the operator console at /admin

  npm run -s bellwire -- operator grant EMAIL
  npm run -s bellwire -- operator revoke EMAIL
  npm run -s bellwire -- operator list

An operator sees leads, messages, conversations, accounts and failed jobs of the whole
installation, and sets plans by hand. This command is the only way to become one: it needs
the database's owner (DATABASE_URL, or the data folder of the embedded server). It works
whether or not the program is running. A revoked operator is rejected from the next request
on. If PUBLIC_URL isn't loopback, operators need two-factor authentication.

Exit code: 0 done; 1 refused, stderr says why; 2 the command line is wrong.
`;

/** What the trail of the console names for what was done here. */
const BY = 'command line';

type Person = { id: string; email: string; confirmed: boolean; second_factor: boolean };

async function findPerson(owner: pg.Client, email: string): Promise<Person> {
  const { rows } = await owner.query<Person>(
    `select u.id, u.email, u.email_confirmed_at is not null as confirmed,
            exists (select from auth_factors f where f.user_id = u.id and f.status = 'verified') as second_factor
       from users u where u.email = lower($1)`,
    [email],
  );
  if (!rows[0]) throw new Refusal(`There is no account with the email address ${email}. Sign up first.`);
  return rows[0];
}

async function needTables(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ there: boolean }>(
    `select to_regclass('public.operators') is not null as there`,
  );
  if (!rows[0]?.there)
    throw new Refusal('This database is of an older program. Start the program once, then grant.');
}

/** Both or neither: the row, and the line of the trail that says so. */
async function change(
  owner: pg.Client,
  person: Person,
  act: { action: string; sql: string },
): Promise<boolean> {
  await owner.query('begin');
  try {
    const { rowCount } = await owner.query(act.sql, [person.id]);
    if (rowCount)
      await owner.query(
        `insert into operator_trail (id, operator_id, operator_name, action, subject, detail, at)
         values ($1, null, $2, $3, $4, '{}', now())`,
        [newId(), BY, act.action, person.email],
      );
    await owner.query('commit');
    return rowCount === 1;
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

const say = ({ stdout }: Io, line: string): void => void stdout.write(`${line}\n`);

async function grant(owner: pg.Client, config: Config, email: string, io: Io): Promise<void> {
  const person = await findPerson(owner, email);
  if (!person.confirmed)
    throw new Refusal(
      `${person.email}’s address isn’t confirmed yet: another person may have signed up with it. Confirm it first.`,
    );
  const granted = await change(owner, person, {
    action: 'operator.granted',
    sql: 'insert into operators (user_id, granted_at) values ($1, now()) on conflict do nothing',
  });
  say(io, `${person.email} is ${granted ? 'an operator now' : 'an operator already'}.`);
  say(io, `The console is at ${config.publicUrl}/admin.`);
  if (!person.second_factor)
    say(
      io,
      config.production
        ? `It stays shut until a second factor is on: ${config.publicUrl}/dashboard/settings.`
        : `A second factor is not on yet; in production the console stays shut without one.`,
    );
}

async function revoke(owner: pg.Client, email: string, io: Io): Promise<void> {
  const person = await findPerson(owner, email);
  const revoked = await change(owner, person, {
    action: 'operator.revoked',
    sql: 'delete from operators where user_id = $1',
  });
  if (!revoked) throw new Refusal(`${person.email} is not an operator.`);
  say(io, `${person.email} is no longer an operator.`);
}

async function list(owner: pg.Client, io: Io): Promise<void> {
  const { rows } = await owner.query<{ email: string; since: string; second_factor: boolean }>(
    `select u.email, to_char(o.granted_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since,
            exists (select from auth_factors f where f.user_id = u.id and f.status = 'verified') as second_factor
       from operators o join users u on u.id = o.user_id order by o.granted_at, u.email`,
  );
  if (rows.length === 0) say(io, 'There is no operator. Grant one: operator grant EMAIL');
  const width = Math.max(0, ...rows.map(({ email }) => email.length));
  for (const { email, since, second_factor: has } of rows)
    say(io, `${email.padEnd(width)}  since ${since} UTC  ${has ? 'second factor on' : 'no second factor'}`);
}

async function run(args: string[], io: Io): Promise<number> {
  const [verb = '', email, ...rest] = args;
  if (['help', '--help', '-h'].includes(verb)) {
    io.stdout.write(help);
    return EXIT.ok;
  }
  const needsEmail = verb === 'grant' || verb === 'revoke';
  if (!needsEmail && verb !== 'list')
    throw new UsageError('Say operator grant EMAIL, operator revoke EMAIL or operator list.');
  if (needsEmail ? email === undefined || rest.length > 0 : email !== undefined)
    throw new UsageError(needsEmail ? `Say operator ${verb} EMAIL.` : 'operator list takes nothing more.');
  try {
    await asOwner(io, async (owner, config) => {
      await needTables(owner);
      if (verb === 'list') await list(owner, io);
      else if (verb === 'grant') await grant(owner, config, email ?? '', io);
      else await revoke(owner, email ?? '', io);
    });
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    io.stderr.write(`${error.message}\n`);
    return EXIT.failed;
  }
}

export const operatorCommand: Command = {
  help,
  run,
};
