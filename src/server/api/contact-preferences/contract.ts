import {
  brandPreferencesSchema,
  contactPreferencesSchema,
  preferencesChangeSchema,
} from '#src/shared/contact-preferences.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const BrandPreferences = component({
  name: 'BrandPreferences',
  schema: brandPreferencesSchema,
  fields: {
    channels: 'The contact’s channels, and whether this brand reaches them there.',
    symbols:
      'Symbols of the brand’s active rules, and those that are chosen. `all`: also every symbol that is added later.',
    language: 'The person’s choice, or else the contact’s language. Null: the sender’s language.',
    timeZone: 'For quiet hours and days, and the daily digest.',
    quiet: 'When nothing is sent, in the time zone; null for never.',
    quietDays: 'Days of the week when nothing is sent, in the time zone: 1 is Monday, 7 is Sunday.',
    cadence: '`instant`, or a digest: `hourly`, `daily` at `digestHour`, or `market_close`.',
    digestHour: '0 to 23, in the time zone.',
    tracking: 'Whether the brand may record what this person opens and clicks.',
  },
});
const ContactPreferences = component({
  name: 'ContactPreferences',
  schema: contactPreferencesSchema,
  fields: { items: 'One for each brand that isn’t archived, the default brand first.' },
  holds: [BrandPreferences],
});
const PreferencesChange = component({
  name: 'PreferencesChange',
  schema: preferencesChangeSchema,
  fields: {
    channels: 'All channels that are on. Every other one is off.',
    topics: 'All topics that are on. Every other one is off.',
    symbols: 'IDs of symbols; null is all of them.',
    language: 'Null is the contact’s language, or else the sender’s.',
    consent:
      'Required to turn on what the person unsubscribed from themselves. `wording` says what they agreed to since then.',
  },
});

const CONTACT = { id: 'The contact’s ID.' };
const THE_CONTACT = { id: '$CONTACT_ID' };

export const CONTACT_PREFERENCES = endpoints('People', {
  preferences: {
    method: 'get',
    path: '/contacts/{id}/preferences',
    needs: 'contacts:read',
    demo: true,
    summary: 'Preferences of a contact',
    description:
      'What the person gets from each brand, and when. The same settings as on their own preferences page.',
    params: CONTACT,
    answer: { status: 200, says: 'The preferences.', schema: ContactPreferences },
    errors: ['not_found'],
    example: { params: THE_CONTACT },
  },
  changePreferences: {
    method: 'patch',
    path: '/contacts/{id}/preferences',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Change a contact’s preferences',
    description:
      'For one brand. Fields you leave out keep their values. A change applies from the next alert on, and to what is still waiting for the person. It’s recorded in the activity log, with the contact’s consents and in the ledger.',
    params: CONTACT,
    body: { schema: PreferencesChange, required: true },
    answer: { status: 200, says: 'The preferences for this brand.', schema: BrandPreferences },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: {
      params: THE_CONTACT,
      body: {
        brandId: '$BRAND_ID',
        topics: ['moves', 'news'],
        quiet: { from: '22:00', to: '07:00' },
        quietDays: [6, 7],
        timeZone: 'Europe/Berlin',
        cadence: 'daily',
        digestHour: 8,
      },
    },
  },
});
