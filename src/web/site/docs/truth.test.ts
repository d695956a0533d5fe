import { DateTime } from 'luxon';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { environmentSchema } from '#src/config.ts';
import { WORKSPACE_HEADER } from '#src/server/api/signed-in.ts';
import { readAnyRule } from '#src/shared/rules/parse.ts';
import { ACTIVITY_CSV_MAX } from '#src/shared/activity.ts';
import { PERMISSION_WORDS } from '#src/shared/permission-words.ts';
import { type Permission, roleMay, ROLES } from '#src/shared/permissions.ts';
import {
  INVITATION_DAYS,
  INVITATIONS_PER_ADDRESS,
  INVITATIONS_PER_DAY,
  INVITED_ROLES,
} from '#src/shared/team.ts';
import { TRANSITIONS } from '#src/engine/approval/states.ts';
import { channelOf } from '#src/engine/channels/registry.ts';
import { plainWords } from '#src/engine/content/plain-words.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { alertOutcome } from '#src/engine/delivery/outcome.ts';
import { DETECTORS, findDetector } from '#src/engine/detectors/registry.ts';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import { ALERT_STATES, DELIVERY_STATES } from '#src/shared/alerts.ts';
import {
  DELETED_KEPT_DAYS,
  DOCUMENT_MAX_BYTES,
  FOLDER_DEPTH_MAX,
  FOLDERS_MAX,
  formatBytes,
  LINK_DAYS,
  LINKS_MAX,
  TEXT_PREVIEW_BYTES,
} from '#src/shared/documents/documents.ts';
import { DOCUMENT_KIND_NAMES } from '#src/shared/documents/kinds.ts';
import { KEYS_MAX } from '#src/shared/api-keys.ts';
import { PUBLIC_PAGES_PER_MINUTE } from '#src/shared/public-places.ts';
import { ENTITLEMENTS, PERSON_REQUESTS_PER_MINUTE } from '#src/shared/entitlements.ts';
import { CLAIM_LAPSES_SECONDS, IDEMPOTENCY_HOURS } from '#src/shared/idempotency.ts';
import { STREAMS_MAX } from '#src/server/api/stream/live-hub.ts';
import { ERRORS } from '#src/shared/errors.ts';
import type { Detection } from '#src/shared/market.ts';
import { readVariables } from './configuration.ts';

/** What the documentation states as a fact of the program is asked of the program here. */
const page = (id: string) => readFileSync(`src/web/content/docs/${id}.md`, 'utf8');
const codeBlocks = (text: string) =>
  [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, , body = '']) => body);

const detectorOf = (name: string) => {
  const configured = findDetector(name)?.configure({});
  if (!configured?.ok) throw new Error(`There is no detector ${name}.`);
  return configured.detector;
};

/** What the two detectors find with their defaults in the series that ships with the product. */
const detections: Detection[] = [];
let sessions = 0;
beforeAll(async () => {
  const feeds = ['big_move', 'gap'].map((name) => detectorOf(name).start());
  const file = 'node_modules/vega-datasets/data/sp500-2000.csv';
  const { bars } = replayFile(file, { timeZone: 'America/New_York', skipBad: false });
  for await (const bar of bars) {
    sessions += 1;
    for (const feed of feeds) {
      const detection = feed(bar);
      if (detection) detections.push(detection);
    }
  }
});
const dayOf = (detection: Detection) => new Date(detection.time).toISOString().slice(0, 10);
const found = (detector: string, from: string, to: string) =>
  detections.filter((each) => each.detector === detector && dayOf(each) >= from && dayOf(each) <= to);
const worked = (detector: string): Detection => {
  const [detection] = found(detector, '2020-03-16', '2020-03-16');
  if (!detection) throw new Error(`${detector} finds nothing on 16 March 2020.`);
  return detection;
};

describe('how detection works', () => {
  const text = page('how-detection-works');

  const ruleLanguage = readFileSync('docs/rule-language.md', 'utf8');

  it('defines every detector, with its parameters and defaults', () => {
    for (const { name, defaults, words } of DETECTORS) {
      const [, section] = text.split(new RegExp(`^## .*\`${name}\`.*$`, 'm'));
      if (section === undefined)
        throw new Error(`Add a section "## \`${name}\`: …" to src/web/content/docs/how-detection-works.md.`);
      expect(ruleLanguage, `Add ${name} to the named events in docs/rule-language.md.`).toContain(
        `\`${name}(`,
      );
      const own = section.split(/^## /m)[0];
      for (const [param, value] of Object.entries(defaults)) {
        const word = Object.entries(words[param] ?? {}).find(([, number]) => number === value)?.[0];
        expect(own).toMatch(
          new RegExp(`^\\| Parameter \\| \`${param}\`, .*; default ${word ?? value} \\|$`, 'm'),
        );
      }
    }
  });

  it('works the example as the detectors do', () => {
    for (const name of ['big_move', 'gap']) {
      expect(text).toContain(`the value is ${String(worked(name).value).replace('-', '−')} percent`);
    }
    const [evidence = ''] = codeBlocks(text);
    expect(JSON.parse(evidence)).toEqual(worked('big_move').evidence);
  });

  it('counts the record rightly', () => {
    expect(text).toContain(`${sessions.toLocaleString('en-US')} sessions from January 2000 to April 2020`);
    expect(text).toContain(`finds ${found('big_move', '2000-01-01', '2020-12-31').length} sessions`);
    expect(text).toContain(
      `${found('big_move', '2008-09-01', '2008-12-31').length} of them between September and December 2008`,
    );
    expect(text).toContain('none from 9 August 2011 to 8 March 2020');
    expect(found('big_move', '2011-08-09', '2020-03-08')).toEqual([]);
    expect(text).toContain('then nine detections in the next four weeks');
    expect(found('big_move', '2020-03-09', '2020-04-06')).toHaveLength(9);
  });
});

it('shows the alert that the writer writes', () => {
  const detection = worked('big_move');
  const document = writeAlert({
    brand: { name: 'Northgate Markets', color: '#14535c' },
    symbol: 'SPX',
    name: 'S&P 500',
    timeZone: 'America/New_York',
    timeframe: '1d',
    detector: detection.detector,
    value: detection.value,
    evidence: detection.evidence,
    eventTime: detection.time,
    trial: false,
  });
  expect(codeBlocks(page('writing'))).toContain(plainWords(document).text);
});

it('names the alert that a trial run makes', () => {
  const last = found('big_move', '2000-01-01', '2020-12-31').at(-1);
  expect(last && dayOf(last)).toBe('2020-04-06');
  expect(last?.value.toFixed(2)).toBe('7.03');
  expect(page('getting-started')).toContain('rises 7.03% in one session (6 Apr 2020)');
});

it('shows a detection as the replay prints it', () => {
  const { detector, value, evidence, time } = worked('big_move');
  // In the time zone that the command names.
  const at = DateTime.fromMillis(time, { zone: 'America/New_York' }).toISO();
  const printed = { time: at, symbol: 'SPX', detector, value, evidence };
  const shown = codeBlocks(page('data-formats')).find((block) => block.startsWith('{'));
  expect(JSON.parse(shown ?? '')).toEqual(printed);
});

it('has every state of an alert, with the states that may follow', () => {
  const rows = [...page('alerts').matchAll(/^\| `(\w+)` \|[^|]*\| (.*) \|$/gm)];
  const table = Object.fromEntries(
    rows.map(([, state = '', next = '']) => [state, [...next.matchAll(/`(\w+)`/g)].map(([, name]) => name)]),
  );
  const real = Object.fromEntries(ALERT_STATES.map((state) => [state, TRANSITIONS[state].toSorted()]));
  for (const next of Object.values(table)) next.sort();
  expect(table).toEqual(real);
});

it('has every state of a delivery, and how an alert follows from them', () => {
  const text = page('deliveries');
  const rows = [...text.matchAll(/^\| `(\w+)` \|.*\| (yes|no) \|$/gm)].map(([, state, ends]) => [
    state,
    ends,
  ]);
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(
      DELIVERY_STATES.map((state) => [state, alertOutcome({ [state]: 1 }) === null ? 'no' : 'yes']),
    ),
  );
  const { limits } = channelOf('email');
  expect(text).toContain(`| ${limits.attempts} | none: \`rejected\``);
  expect(page('email')).toContain(`the headline, at most ${limits.title?.max} characters.`);
});

it('lists every variable that the program reads', () => {
  const names = readVariables(readFileSync('.env.example', 'utf8'));
  expect(names.map(({ name }) => name).sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  expect(names.filter(({ says }) => says === '')).toEqual([]);
});

it('knows the limits of programs', () => {
  const text = page('programs');
  const perMinute = (count: number) => count.toLocaleString('en-US');
  expect(text).toContain(
    `| A key on Pro, and in the trial | ${perMinute(ENTITLEMENTS.pro.requestsPerMinute)} |`,
  );
  expect(text).toContain(`| A key on Enterprise | ${perMinute(ENTITLEMENTS.enterprise.requestsPerMinute)} |`);
  expect(text).toContain(`| A signed-in person | ${perMinute(PERSON_REQUESTS_PER_MINUTE)} |`);
  expect(text).toContain(`A workspace can have ${KEYS_MAX} keys.`);
  expect(text).toContain(`can have ${STREAMS_MAX} [live streams]`);
  expect(text).toContain(`within ${IDEMPOTENCY_HOURS} hours`);
  expect(text).toContain(`expires after ${CLAIM_LAPSES_SECONDS} seconds`);
  expect(page('plans')).toContain(`| API keys of a workspace | ${KEYS_MAX} |`);
  expect(page('plans')).toContain(
    `| Public pages, feeds and pictures from one network | ${perMinute(PUBLIC_PAGES_PER_MINUTE)} a minute |`,
  );
  expect(page('hosted-page')).toContain(`can open ${perMinute(PUBLIC_PAGES_PER_MINUTE)} pages`);
  for (const code of text.match(/`idempotency_\w+`/g) ?? [])
    expect(Object.keys(ERRORS)).toContain(code.slice(1, -1));
});

it('knows the limit of trial runs', () => {
  expect(ERRORS.trial_run_limit.message).toContain('ten trial runs per hour');
  expect(page('getting-started')).toContain('up to ten trial runs an hour');
});

it('knows the limits of documents', () => {
  const text = page('documents');
  expect(text).toContain(`| One file | ${formatBytes(DOCUMENT_MAX_BYTES)} |`);
  const room = (['starter', 'pro', 'enterprise'] as const).map((plan) => ENTITLEMENTS[plan].documentBytes);
  expect(room.map(formatBytes)).toEqual(['1 GB', '10 GB', '100 GB']);
  expect(text).toContain('1 GB with Starter, 10 GB with Professional, 100 GB with Enterprise');
  expect(text).toContain(
    `Folders can be nested up to ${FOLDER_DEPTH_MAX} levels deep, ${FOLDERS_MAX} at most.`,
  );
  expect(text).toContain(`for ${LINK_DAYS[0]}, ${LINK_DAYS[1]} or ${LINK_DAYS[2]} days`);
  expect(text).toContain(`can have ${LINKS_MAX} links at a time`);
  expect(text).toContain(`restored for ${DELETED_KEPT_DAYS} days`);
  expect(text).toContain(`the first ${formatBytes(TEXT_PREVIEW_BYTES)} are shown as text`);
  const types = /^\| Types \| (.*) \|$/m.exec(text)?.[1]?.toLowerCase() ?? '';
  const named = DOCUMENT_KIND_NAMES.filter((kind) => types.includes(kind === 'text' ? 'plain text' : kind));
  expect(named).toEqual(DOCUMENT_KIND_NAMES);
  expect(types.split(', ')).toHaveLength(DOCUMENT_KIND_NAMES.length);
});

describe('team and roles', () => {
  const text = page('team');

  it('shows what each role may do as the server asks it', () => {
    for (const [permission, words] of Object.entries(PERMISSION_WORDS)) {
      const marks = ROLES.map((role) => (roleMay(role, permission as Permission) ? 'yes' : '–'));
      expect(text).toContain(`| ${words} | ${marks.join(' | ')} |`);
    }
    expect(text.match(/^\|.*\| (?:yes|–) \|$/gm)).toHaveLength(Object.keys(PERMISSION_WORDS).length);
  });

  it('knows the limits of invitations, and whom nobody can invite', () => {
    expect(text).toContain(`The link is valid for ${INVITATION_DAYS} days.`);
    expect(text).toContain(`sends ${INVITATIONS_PER_DAY} invitations a day`);
    expect(text).toContain(`an address gets ${INVITATIONS_PER_ADDRESS} a day`);
    expect(text).toContain(`as ${INVITED_ROLES.slice(0, -1).join(', ')} or ${INVITED_ROLES.at(-1)}.`);
    expect(text).toContain(`${ACTIVITY_CSV_MAX.toLocaleString('en-US')} rows at most`);
    expect(text).toContain(`header \`${WORKSPACE_HEADER}\``);
  });
});

it('has each picture it shows, by day and by night, and keeps them small', () => {
  const folder = 'src/web/public/docs';
  const sizes = new Map(readdirSync(folder).map((name) => [name, statSync(`${folder}/${name}`).size]));
  const pages = readdirSync('src/web/content/docs').map((name) =>
    readFileSync(`src/web/content/docs/${name}`, 'utf8'),
  );
  const shown = pages.flatMap((text) =>
    [...text.matchAll(/\(\/docs\/([a-z-]+)\.webp\)/g)].map(([, name]) => name),
  );
  expect(shown.length).toBeGreaterThan(3);
  for (const name of shown)
    expect([...sizes.keys()]).toEqual(expect.arrayContaining([`${name}.webp`, `${name}-night.webp`]));
  // They are committed: without a limit, each change of the interface would make the repository larger.
  expect(Math.max(...sizes.values())).toBeLessThan(60_000);
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
});

it('shows what conditions typed as on chart platforms become', () => {
  for (const path of ['src/web/content/docs/rule-reference.md', 'docs/rule-language.md']) {
    const [, section = ''] = readFileSync(path, 'utf8').split(
      /^#+ (?:Typed as on|As) a? ?chart platforms?.*$/m,
    );
    const rows = [...section.split(/^#/m)[0]!.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)];
    expect(rows.length, path).toBeGreaterThan(1);
    for (const [, typed = '', becomes = ''] of rows)
      expect({ typed, becomes: readAnyRule(typed).text }).toEqual({ typed, becomes });
  }
});
