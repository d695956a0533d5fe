import { expect, it } from 'vitest';
import { EMPTY, intakeResolver } from './values.ts';

const resolve = async (change: object) =>
  await intakeResolver({ ...EMPTY, ...change }, undefined, {
    fields: {},
    shouldUseNativeValidation: undefined,
  });

it('has one message for each field that isn’t right', async () => {
  const { errors } = await resolve({ platforms: ['Fax', 'Carrier pigeon'] });
  expect(Object.entries(errors).map(([name, error]) => [name, error.message])).toEqual([
    ['companyName', 'Company name is required'],
    ['messageVolume', 'Please select a message volume'],
    ['platforms', 'Please select at least one platform'],
    ['contactEmail', 'Please enter a valid email address'],
    ['consentMarketing', 'You must consent to receive marketing communications'],
  ]);
});

it('gives what is to be sent once all is right', async () => {
  const right = {
    companyName: ' Delta ',
    messageVolume: '1',
    platforms: ['Other'],
    contactEmail: 'a@b.example',
    consentMarketing: true,
  };
  expect(await resolve(right)).toEqual({
    values: { ...right, companyName: 'Delta', brandedEmails: 'Not sure' },
    errors: {},
  });
});
