import { z } from 'zod';
import type { SmtpServer } from '#src/platform/mail/smtp-server.ts';
import type { Field, OpenConnection } from '../channel.ts';

const TLS = [
  { value: 'starttls', label: 'STARTTLS (port 587)' },
  { value: 'implicit', label: 'TLS from the start (port 465)' },
  { value: 'none', label: 'None: only inside your own network' },
];

/** How many messages a second the server takes. */
export const RATE_FIELD = 'messagesPerSecond';
const RATE_MAX = 10_000;

/** What a mail server is connected by. */
export const SMTP_FIELDS: readonly Field[] = [
  {
    name: 'host',
    label: 'Server',
    placeholder: 'smtp.example.com',
    secret: false,
    type: z
      .string()
      .trim()
      .toLowerCase()
      .regex(
        /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f:]+$/,
        'Enter the name of the server, such as smtp.example.com',
      ),
  },
  {
    name: 'port',
    label: 'Port',
    placeholder: '587',
    secret: false,
    input: 'number',
    type: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/, 'Enter a port, such as 587')
      .refine((port) => Number(port) > 0 && Number(port) < 65_536, 'Enter a port between 1 and 65535'),
  },
  {
    name: 'tls',
    label: 'Encryption',
    secret: false,
    input: 'choice',
    options: TLS,
    type: z.enum(['starttls', 'implicit', 'none'], 'Choose how the connection is encrypted'),
  },
  {
    name: 'user',
    label: 'User name',
    help: 'Leave it empty where the server asks for none.',
    secret: false,
    optional: true,
    type: z.string().trim().max(320, 'Enter at most 320 characters'),
  },
  {
    name: 'password',
    label: 'Password',
    help: 'Stored encrypted, and never shown again.',
    secret: true,
    optional: true,
    type: z.string().max(500, 'Enter at most 500 characters'),
  },
  {
    name: RATE_FIELD,
    label: 'Messages per second',
    placeholder: '14',
    help: 'Your provider’s limit. Leave it empty to send as fast as the server accepts.',
    secret: false,
    optional: true,
    input: 'number',
    type: z
      .string()
      .trim()
      .regex(/^[1-9]\d{0,4}$/, 'Enter a whole number, such as 14')
      .refine((rate) => Number(rate) <= RATE_MAX, 'Enter 10000 at most'),
  },
];

const TLS_MODES: Readonly<Record<string, SmtpServer['tls']>> = { implicit: 'implicit', none: 'none' };

/** The server of a connection whose fields were checked when it was saved. */
export const smtpServerOf = ({ settings, secrets }: OpenConnection): SmtpServer => ({
  host: settings['host'] ?? '',
  port: Number(settings['port']),
  tls: TLS_MODES[settings['tls'] ?? ''] ?? 'starttls',
  user: settings['user'] ?? '',
  password: secrets['password'] ?? '',
});
