import { expect, test } from 'vitest';
import { FIRST_RUN_STEPS } from '#src/shared/first-run.ts';
import { FEATURES } from './registry.ts';

const menus = FEATURES.flatMap(({ menu }) => (menu ? [menu] : []));
/** The order of the side menu. The link to the documentation is below it. */
const ORDER = [
  'Dashboard',
  'Plans',
  'Analytics',
  'Alerts',
  'Review',
  'Sending',
  'Rules',
  'Feeds',
  'Brands',
  'Templates',
  'Approval',
  'Writer',
  'Channels',
  'Contacts',
  'Forms',
  'Team',
  'Ledger',
  'Documents',
  'Feedback',
  'Billing',
  'Settings',
];

test('the menus are in their order', () => {
  const labels = menus.map(({ label }) => label);
  expect(labels, 'Give ORDER the new label at its place, and put the feature there in registry.ts.').toEqual(
    ORDER.filter((label) => labels.includes(label)),
  );
  expect(menus.filter(({ topBar }) => topBar).map(({ label }) => label)).toEqual([
    'Dashboard',
    'Plans',
    'Analytics',
    'Settings',
  ]);
});

test('no letter goes to two places', () => {
  const keys = menus.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  // Those of the lists and of the keys that open something.
  expect(keys.filter((key) => 'gjk?/'.includes(key) || key.length !== 1)).toEqual([]);
});

test('each first step is offered once, by a step there is', () => {
  const steps = FEATURES.flatMap(({ firstRun = [] }) => firstRun.map(({ step }) => step));
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps.filter((step) => !FIRST_RUN_STEPS.includes(step))).toEqual([]);
});
