import { expect, it } from 'vitest';
import { workspaceFormSchema } from './team.ts';

it('cleans the new name of a workspace as that of a new account', () => {
  expect(
    workspaceFormSchema.parse({ name: ' Har\u202ebour\r\nDesk\u0007 ', brand: '陳\u200b Alerts' }),
  ).toEqual({
    name: 'Har bour Desk',
    brand: '陳 Alerts',
  });
  expect(workspaceFormSchema.safeParse({ name: '\u200b\u202e\u0000' }).success).toBe(false);
});
