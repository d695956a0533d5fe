import { confirmEmail } from '../confirm-email.ts';
import { randomUUID } from 'node:crypto';
import { fillWithAlerts } from '../many-alerts.ts';
import type { OwnedProgram } from '../owned-program.ts';

const PASSWORD = 'correct horse 1!';

/** Whose screens there are to look at. */
export const PEOPLE = {
  full: 'owns a workspace with everything in it, names as long as they may be among it',
  empty: 'has just signed up',
  viewer: 'may only look at the full workspace',
  grace: 'owns a workspace whose trial has just ended',
  readonly: 'owns a workspace that is read-only, with alerts from before',
  spent: 'has used up the alerts of the month',
  operator: 'sees to the installation',
} as const;
export type Person = keyof typeof PEOPLE;

const addressOf = (person: Person): string => `${person}@desk.example`;
const NAMES: Partial<Record<Person, [first: string, last: string]>> = {
  full: ['Ada', 'Byron'],
  viewer: ['Wolfeschlegelsteinhausen', 'Bergerdorff-Featherstonehaugh'],
};

type Session = { access_token: string };

async function ask(program: OwnedProgram, path: string, token: string | null, body?: object | Uint8Array) {
  const isBytes = body instanceof Uint8Array;
  const answer = await fetch(`${program.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(isBytes ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: isBytes ? Buffer.from(body) : JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** What a browser in which the person has signed in keeps. A session of its own each time: two browsers share none. */
export async function browserOf(program: OwnedProgram, person: Person) {
  const session = await ask(program, '/auth/v1/token?grant_type=password', null, {
    email: addressOf(person),
    password: PASSWORD,
  });
  return {
    cookies: [],
    origins: [
      {
        origin: program.url,
        localStorage: [{ name: 'bellwire.auth', value: JSON.stringify(session) }],
      },
    ],
  };
}

/** Makes them all, each with an address that counts as confirmed but that of the newcomer. */
export async function makePeople(program: OwnedProgram): Promise<void> {
  const tokens = new Map<Person, string>();
  for (const person of Object.keys(PEOPLE) as Person[]) {
    const [first_name, last_name] = NAMES[person] ?? ['Grace', 'Hopper'];
    const session = (await ask(program, '/auth/v1/signup', null, {
      email: addressOf(person),
      password: PASSWORD,
      data: { first_name, last_name },
    })) as Session;
    tokens.set(person, session.access_token);
  }
  const { owner } = program;
  for (const person of tokens.keys()) if (person !== 'empty') await confirmEmail(owner, addressOf(person));
  const { rows } = await owner.query<{ email: string; id: string; workspace: string }>(
    `select u.email, u.id, m.workspace_id as workspace from users u join members m on m.user_id = u.id`,
  );
  const of = (person: Person) => rows.find(({ email }) => email === addressOf(person))!;

  await fillWorkspace(program, tokens.get('full') ?? '', of('full'));
  await owner.query('delete from workspaces where id = $1', [of('viewer').workspace]);
  await owner.query(
    `insert into members (workspace_id, user_id, role, created_at) values ($1, $2, 'viewer', now())`,
    [of('full').workspace, of('viewer').id],
  );
  const trialEnded = (person: Person, days: number) =>
    owner.query(
      `update subscriptions set trial_ends_at = now() - $2 * interval '1 day' where workspace_id = $1`,
      [of(person).workspace, days],
    );
  await trialEnded('grace', 2);
  await trialEnded('readonly', 40);
  const until = new Date(Date.now() - 45 * 86_400_000);
  await fillWithAlerts(owner, { workspaceId: of('readonly').workspace, count: 30, until });
  await owner.query(
    `insert into usage_months (workspace_id, month, alerts, withheld)
     values ($1, date_trunc('month', now() at time zone 'utc')::date, 100, 3)`,
    [of('spent').workspace],
  );
  await fillConsole(program, of('operator').id, of('full'));
}

const LONG =
  'Quarterly review of every gap, halt and record close since the spring, with notes and corrections';

/** A calendar as CSV: yesterday, today and the days after, with long and unbroken words and a line that cannot be taken. */
function weekOfEntries(): string {
  const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const rows = [
    [day(-1), '00:01', 'US', '', 'Retail Sales m/m', 'medium', '0.3%', '0.2%', '0.5%'],
    [day(0), '', 'DE', '', LONG, 'low', '', '51.2', ''],
    [day(0), '23:59', 'GB', '', 'unbroken'.repeat(18), 'high', '123456789.123456%', '3.0%', ''],
    [day(1), 'after close', '', 'ADA', 'Ada Instruments', '', '1.50', '1.41', ''],
    [day(2), '08:30', 'US', '', 'CPI y/y', 'high', '3.1%', '3.0%', ''],
    ['soon', '', 'US', '', 'Broken', '', '', '', ''],
  ];
  const head = 'date,time,country,symbol,event,importance,forecast,previous,actual';
  return [head, ...rows.map((row) => row.map((cell) => `"${cell}"`).join(',')), ''].join('\n');
}

async function fillWorkspace(
  program: OwnedProgram,
  token: string,
  { id, workspace }: { id: string; workspace: string },
): Promise<void> {
  const { owner } = program;
  const api = (path: string, body?: object | Uint8Array) => ask(program, `/api/v1${path}`, token, body);
  const until = new Date(Date.now() - 60_000);
  await fillWithAlerts(owner, { workspaceId: workspace, count: 240, until, rules: 6, symbols: 12 });
  await owner.query(
    `update alerts set title = $2 where workspace_id = $1 and title like 'SYM003%' and state = 'sent'`,
    [
      workspace,
      `SYM003 closes 12.25% lower at 1,204,311.50, its largest fall since March: ${LONG.toLowerCase()}`,
    ],
  );
  const hook = await api('/outside-rules', {
    name: `Signals of the desk: ${LONG}`,
    outside: { kind: 'webhook', cooldownMinutes: 5 },
  });
  await api('/news-sources', {
    name: LONG.slice(0, 80),
    url: `https://news.example/${'unbroken'.repeat(50)}`,
  });
  const calendar = await api('/calendar-sources', { name: LONG.slice(0, 80), timeZone: 'UTC' });
  await api(`/calendar-sources/${String(calendar['id'])}/file`, new Uint8Array(Buffer.from(weekOfEntries())));
  const address = new URL(String(hook['address'])).pathname;
  const called = (body: string) =>
    fetch(program.url + address, { method: 'POST', body, headers: { 'Content-Type': 'text/plain' } });
  await called(`{"ticker":"BINANCE:BTCUSDT","close":25012.50,"note":"${'unbroken'.repeat(40)}"}`);
  await called('');
  const reviewed = await api('/outside-rules', {
    name: 'Signals that wait',
    outside: { kind: 'webhook' },
    approval: 'human',
  });
  for (const ticker of ['NASDAQ:AAPL', `${'unbroken'.repeat(6)}:SPX`])
    await fetch(program.url + new URL(String(reviewed['address'])).pathname, {
      method: 'POST',
      body: JSON.stringify({ ticker, close: 25012.5, note: LONG }),
      headers: { 'Content-Type': 'text/plain' },
    });
  await owner.query(`update brands set name = $2 where workspace_id = $1 and name = 'Brand 2'`, [
    workspace,
    'Featherstonehaugh, Cholmondeley and Partners Market Intelligence',
  ]);
  await api('/trial-runs', {});

  const email = (address: string) => [{ channel: 'email', address }];
  const readers = ['Grace Hopper', 'Grace Hopper', 'Alan Turing', LONG, ''].map((name, at) => ({
    name,
    externalId: `crm-${at}`,
    tags: at % 2 === 0 ? ['vip', 'symbol:spx', 'unbroken'.repeat(7)] : ['trial'],
    addresses: email(`reader${at}${at === 3 ? 'unbroken'.repeat(20) : ''}@readers.example`),
    language: at === 1 ? 'de' : 'en',
    country: 'GB',
    confirmed: at < 3,
    consent: { wording: at === 0 ? LONG : 'Send me market alerts.', ip: '203.0.113.7' },
  }));
  await api('/contacts/upsert', { contacts: readers });
  const { items: people } = (await api('/contacts')) as { items: { id: string }[] };
  const desk = await api('/audiences', { name: LONG });
  await api(`/audiences/${String(desk['id'])}/contacts`, { add: people.slice(0, 3).map((each) => each.id) });
  const choices = (await api('/signup-forms')) as { brands: { id: string }[] };
  const formed = {
    brandId: choices.brands[0]?.id,
    audienceId: desk['id'],
    consent: `${LONG}.`,
    welcomeSubject: 'Welcome',
    welcomeText: LONG,
  };
  await api('/signup-forms', { ...formed, name: 'Website', title: 'Alerts by email' });
  await api('/signup-forms', { ...formed, name: LONG, title: LONG.slice(0, 120), asksName: true });
  await api('/suppressions', { address: 'gone@readers.example', reason: 'Asked us by phone' });
  await api('/suppressions', { address: `${'unbroken'.repeat(20)}@readers.example`, reason: LONG });
  await api('/mail-reporters', { kind: 'postmark' });

  await api('/audiences', { name: 'English VIPs', filter: { tags: { all: ['vip'] }, languages: ['en'] } });

  await api(
    `/contact-imports?file=${LONG.replaceAll(' ', '_')}.csv`,
    new Uint8Array(Buffer.from('name,email\nAda,ada@readers.example\n')),
  );

  const folder = await api('/folders', { name: 'Research' });
  await api('/folders', { name: LONG });
  const files: [name: string, content: string | Uint8Array, folder?: string][] = [
    ['prices.csv', 'day,close\n2020-03-16,2386.13\n2020-03-17,2529.19\n'],
    [`${LONG.replaceAll(' ', '_')}.txt`, `${LONG}.\n`.repeat(40)],
    ['note.md', '# A note\n\nText.\n', String(folder['id'])],
  ];
  for (const [name, content, into] of files)
    await api(
      `/documents?name=${encodeURIComponent(name)}${into ? `&folder=${into}` : ''}`,
      new Uint8Array(Buffer.from(content)),
    );
  const { items } = (await api('/documents')) as { items: { id: string; name: string }[] };
  for (const days of [1, 30]) await api(`/documents/${items[0]?.id}/links`, { days });
  await owner.query(
    `update documents set deleted_at = now() - interval '3 days' where workspace_id = $1 and name = 'note.md'`,
    [workspace],
  );

  const key = { name: LONG.slice(0, 60), scopes: ['alerts:read'], expiresInDays: 90, password: PASSWORD };
  await api('/keys', key);
  await api('/keys', { ...key, name: 'Nightly report', scopes: ['alerts:read', 'alerts:run'] });
  await api('/views', { screen: 'alerts', name: 'Failures', query: 'state=failed' });
  for (const [email, role] of [
    ['grace.hopper@desk.example', 'editor'],
    ['somebody.with.a.very.long.address.indeed@markets.research.featherstonehaugh.example', 'approver'],
  ])
    await api('/team/invitations', { email, role });
  await api('/chat', { clientId: randomUUID(), text: 'Does a gap count on a day after a holiday?' });
  await api('/feedback', { text: 'The chart of an alert could show the day before as well.' });
  await owner.query(
    `insert into notifications (workspace_id, id, user_id, kind, title, text, link, created_at, read_at)
     select $1, gen_random_uuid(), $2, 'alert_failed', 'An alert failed', 'Number ' || g || ': ' || $3::text, '/alerts',
            now() - g * interval '7 hours', case when g > 4 then now() end from generate_series(1, 40) g`,
    [workspace, id, LONG],
  );

  const { url } = await api('/billing/checkout', { planId: 'pro' });
  await fetch(new URL(String(url), program.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ choice: 'pays' }),
  });
  await api('/ledger/holds', { scope: 'ledger', from: '2026-01-01', to: '2026-06-30', reason: LONG });
  await api('/approval-policies', { name: LONG.slice(0, 60), content: { mode: 'smart', waitsMinutes: 30 } });
  // Templates of one's own are part of the plan just paid for.
  const { standard } = (await api('/templates')) as { standard: { content: object }[] };
  await api('/templates', { name: LONG.slice(0, 60), content: standard[0]?.content });
  await owner.query(
    `insert into invoices (workspace_id, id, number, provider, provider_ref, billed_to, billed_email, lines, total_cents,
            currency, period_start, period_end, paid_at)
     select $1, gen_random_uuid(), 'BW-5EEDED01-000' || g, 'test', 'seeded ' || g, 'Ada Byron', 'full@desk.example',
            '[{"text":"Professional plan","cents":19900}]', 19900, 'usd',
            now() - (4 - g) * interval '1 month', now() - (3 - g) * interval '1 month',
            now() - (4 - g) * interval '1 month' from generate_series(1, 3) g`,
    [workspace],
  );
}

async function fillConsole(
  program: OwnedProgram,
  operatorId: string,
  customer: { id: string; workspace: string },
): Promise<void> {
  const { owner } = program;
  await owner.query('insert into operators values ($1, now())', [operatorId]);
  await owner.query(
    `insert into leads (company_name, contact_email, message_volume, branded_emails, platforms)
     select 'Company ' || g, 'c' || g || '@x.example', '10+', 'Yes', '{Email}' from generate_series(1, 12) g`,
  );
  await owner.query(
    `insert into contact_messages (id, kind, name, email, subject, message, created_at)
     select gen_random_uuid(), 'sales', 'Kim Sol', 'kim@x.example', $1, 'We have six.', now() - g * interval '1 hour'
       from generate_series(1, 3) g`,
    [LONG],
  );
  await owner.query(
    `insert into pgboss.job (name, data, source_name, source_id, source_retry_count, source_output)
     select 'dead-letters', '{"messageId":"01900000-0000-7000-8000-000000000001"}', 'contact-mail', gen_random_uuid(), 8,
            '{"message":"The mail server is down"}' from generate_series(1, 2)`,
  );
  await owner.query(
    `insert into operator_trail (id, operator_id, operator_name, action, subject, detail, at)
     values (gen_random_uuid(), $1, 'operator@desk.example', 'plan.set', 'full@desk.example',
             '{"workspaceId":"${customer.workspace}","from":"Pro Plan, Trial","to":"Pro Plan, Active","reason":"Contract 7"}', now())`,
    [operatorId],
  );
}
