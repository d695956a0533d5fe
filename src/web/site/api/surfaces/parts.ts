import type { Row } from '../reference.ts';

export const row = (name: string, type: string, says = ''): Row => ({ name, type, says });

/** Whose requests the examples are. */
export const EMAIL = 'ada@traders.example';

export const ok = (says: string) => [{ status: '200', says }];

export const LEAD = {
  company_name: 'Harbour Trading',
  contact_email: 'desk@harbour.example',
  message_volume: '3',
  branded_emails: 'Yes',
  platforms: ['Email', 'Telegram'],
};
