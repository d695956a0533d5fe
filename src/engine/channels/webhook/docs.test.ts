import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { PLACEHOLDERS } from '#src/shared/rules/message.ts';
import { factsIn } from './facts.ts';
import { bodyFor } from './formats.ts';
import { OWN_PLACEHOLDERS, templateProblem } from './template.ts';
import { webhookChannel } from './webhook.ts';

const PAGE = readFileSync('src/web/content/docs/webhook.md', 'utf8');
const codeIn = (language: string): string => {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  if (code === undefined) throw new Error(`The page has no example in ${language}.`);
  return code;
};

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'webhook-docs-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const SECRET = secretOf(7);
const BODY = '{"type":"alert.created","says":"Ω 🔔"}';

/** Signed by hand, and not by the code that sends. */
function signature(secret: string, id: string, at: number, body: string): string {
  const key = Buffer.from(secret.slice(6), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
}
const now = (): number => Math.floor(Date.now() / 1_000);
function request(change: { at?: number; signedWith?: string[]; body?: string; headers?: object } = {}) {
  const { at = now(), signedWith = [SECRET], body = BODY, headers = {} } = change;
  return {
    body,
    headers: {
      'webhook-id': 'd-1',
      'webhook-timestamp': String(at),
      'webhook-signature': signedWith.map((each) => signature(each, 'd-1', at, BODY)).join(' '),
      ...headers,
    },
  };
}

const CASES: [string, ReturnType<typeof request>, boolean][] = [
  ['a right one', request(), true],
  ['one that two secrets signed', request({ signedWith: [secretOf(9), SECRET] }), true],
  ['another secret’s', request({ signedWith: [secretOf(9)] }), false],
  ['another body', request({ body: BODY.replace('Ω', 'O') }), false],
  ['an old one', request({ at: now() - 400 }), false],
  ['one from the future', request({ at: now() + 400 }), false],
  ['one without a signature', request({ headers: { 'webhook-signature': '' } }), false],
  [
    'one of another version',
    request({ headers: { 'webhook-signature': signature(SECRET, 'd-1', now(), BODY).replace('v1', 'v2') } }),
    false,
  ],
  ['one with another id', request({ headers: { 'webhook-id': 'd-2' } }), false],
  ['no time', request({ headers: { 'webhook-timestamp': '' } }), false],
];

test('the example in Node', async () => {
  const file = path.join(folder, 'verify.mjs');
  writeFileSync(file, codeIn('js'));
  const { verify } = (await import(pathToFileURL(file).href)) as {
    verify: (headers: object, body: string, secret: string) => { type: string };
  };
  const takes = ({ headers, body }: ReturnType<typeof request>): boolean => {
    try {
      return verify(headers, body, SECRET).type === 'alert.created';
    } catch {
      return false;
    }
  };
  expect(CASES.map(([name, each]) => [name, takes(each)])).toEqual(
    CASES.map(([name, , isOurs]) => [name, isOurs]),
  );
});

/** Runs an example with every case at once; each prints whether it took it. */
function verdicts(command: string, file: string, code: string): unknown {
  const script = path.join(folder, file);
  writeFileSync(script, code);
  const input = JSON.stringify({ secret: SECRET, cases: CASES.map(([, each]) => each) });
  const { stdout, stderr, status } = spawnSync(command, [script], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const right = CASES.map(([, , isOurs]) => isOurs);

test.skipIf(!isThere('python3'))('the example in Python', () => {
  const run = `
import json as j, sys
given = j.load(sys.stdin)
def takes(each):
    try:
        return verify(each["headers"], each["body"].encode(), given["secret"])["type"] == "alert.created"
    except ValueError:
        return False
print(j.dumps([takes(each) for each in given["cases"]]))
`;
  expect(verdicts('python3', 'verify.py', codeIn('python') + run)).toEqual(right);
});

test.skipIf(!isThere('php'))('the example in PHP', () => {
  const run = `
$given = json_decode(file_get_contents('php://stdin'), true);
$takes = function ($each) use ($given) {
    try {
        return verify($each['headers'], $each['body'], $given['secret'])['type'] === 'alert.created';
    } catch (RuntimeException $error) {
        return false;
    }
};
echo json_encode(array_map($takes, $given['cases']));
`;
  expect(verdicts('php', 'verify.php', codeIn('php') + run)).toEqual(right);
});

test('shows the payload that is sent', async () => {
  const document = fallDocument({
    symbol: 'SPX',
    currency: 'USD',
    triggeredAt: Date.parse('2020-03-16T20:00:05Z'),
  });
  const id = '0199a3f0-0000-7000-8000-0000000000aa';
  const built = bodyFor({
    facts: factsIn(await webhookChannel.render(document)),
    to: {
      deliveryId: '0199a3f0-0000-7000-8000-000000000001',
      attempt: 1,
      target: 'destination',
      address: 'endpoint',
      about: { id, url: `https://alerts.example/dashboard/alerts/${id}` },
    },
    connection: { settings: {}, secrets: {} },
  });
  expect(JSON.parse(codeIn('json'))).toEqual('body' in built ? JSON.parse(built.body.text) : built);
});

test('lists every placeholder, and a body that can be saved', () => {
  const [, section = ''] = PAGE.split('## Custom body');
  for (const name of [...Object.keys(PLACEHOLDERS), ...Object.keys(OWN_PLACEHOLDERS), 'plot_0', 'plot_19'])
    expect(section).toContain(`\`{{${name}}}\``);
  expect(templateProblem(codeIn('text'))).toBeNull();
});

test('counts attempts and days as they are', () => {
  expect(webhookChannel.limits.attempts).toBe(8);
  expect(PAGE).toContain('| 7 and 8 | 10 hours each |');
  expect(webhookChannel.givesUpAfterDays).toBe(5);
  expect(PAGE).toContain('If nothing has arrived for five days');
});
