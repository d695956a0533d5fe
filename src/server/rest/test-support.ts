import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '#src/start/http.ts';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { sendContactMail } from '#src/jobs/contact-mail.ts';
import { sendLeadMail } from '#src/jobs/lead-mail.ts';
import { openBoss } from '#src/jobs/queues.ts';
import { workQueue } from '#src/jobs/work.ts';
import { createLeads } from '#src/support/leads/leads.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from '#src/server/auth/test-support.ts';
import { createContactRoutes } from '#src/server/contact/routes.ts';
import { createFormRoutes, type FormRoutesDeps } from '#src/server/forms/routes.ts';
import { createFunctionRoutes } from '#src/server/functions/routes.ts';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { type FakeSmtp, type SmtpScript, startFakeSmtp } from '#tests/fakes/smtp.ts';
import { createRestRoutes } from './routes.ts';

export const TEAM = 'team@desk.example';

export type Person = { client: SupabaseClient; id: string; email: string; token: string };

export type RestWorld = {
  auth: AuthWorld;
  url: string;
  smtp: FakeSmtp;
  /** The mails that were taken for one address, their lines joined again. */
  mailsTo: (address: string) => string[];
  /** The address that the next requests come from; null is not counted. */
  from: (address: string | null) => void;
  /** The published client, signed in as nobody. */
  client: () => SupabaseClient;
  person: () => Promise<Person>;
  /** A plain request to /rest/v1 or /functions/v1. */
  call: (path: string, init?: RequestInit) => Promise<Response>;
  /** Everything the server logged as an error. */
  errors: unknown[];
  leads: () => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
};

/** /auth/v1, /rest/v1, /functions/v1, /api/v1/contact and /forms on a real port, over a real database, queue and mail server. */
export async function restWorld(
  options: {
    smtp?: SmtpScript;
    production?: boolean;
    allow?: string[];
    waitMs?: number;
    site?: FormRoutesDeps['site'];
  } = {},
): Promise<RestWorld> {
  const auth = await authWorld();
  const db = auth.database;
  const smtp = await startFakeSmtp(options.smtp);
  const transport = createMailTransport(smtp.url);
  const errors: unknown[] = [];
  const log = {
    error: (context: object, message: string) => errors.push([message, context]),
    warn: () => undefined,
  };
  let address: string | null = null;
  const clientAddress = () => address;
  const mailFrom = 'alerts@bellwire.example';
  const leads = createLeads({
    db: db.app,
    clock: auth.now,
    hashKey: randomBytes(32),
    enqueue: db.enqueue,
    transport,
    mailFrom,
    production: options.production ?? false,
    allow: options.allow ?? [],
    sleep: (ms) => sleep(ms, undefined, { ref: false }),
    ...(options.waitMs === undefined ? {} : { waitMs: options.waitMs, patienceMs: options.waitMs }),
  });
  const boss = openBoss({ url: db.urls.system, onError: () => undefined });
  await boss.start();
  const job = sendLeadMail({ app: db.app, transport, mailFrom, teamEmail: TEAM, clock: auth.now, log });
  await workQueue(boss, 'lead-mail', job, { error: () => undefined });

  const contact = {
    db: db.app,
    clock: auth.now,
    hashKey: randomBytes(32),
    enqueue: db.enqueue,
  };
  const contactJob = sendContactMail({
    system: db.system,
    transport,
    mailFrom,
    teamEmail: TEAM,
    clock: auth.now,
    log,
  });
  await workQueue(boss, 'contact-mail', contactJob, { error: () => undefined });

  const app = new Hono();
  const checkSession = auth.accounts.checkSession;
  app.route(
    '/rest/v1',
    createRestRoutes({
      db: db.app,
      checkSession,
      clientAddress,
      admitLeads: leads.admit,
      isFirstLead: leads.isFirst,
      log,
    }),
  );
  app.route('/functions/v1', createFunctionRoutes({ leads, checkSession, clientAddress, log }));
  app.route(
    '/api/v1/contact',
    createContactRoutes({ app: db.app, contact, checkSession, clientAddress, log }),
  );
  const site = options.site ?? { files: new Map() };
  app.route('/forms', createFormRoutes({ site, leads, contact, clientAddress, log }));
  app.all('/auth/v1/*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const body = c.req.method === 'GET' ? null : await c.req.text();
    return fetch(`${auth.url}${pathname}${search}`, {
      method: c.req.method,
      headers: c.req.raw.headers,
      body,
    });
  });
  const server = await listen({ port: 0, host: '127.0.0.1' });
  server.serve(app.fetch);
  const url = `http://127.0.0.1:${server.port}`;
  const client = () => createClient(url, PUBLIC_KEY, { auth: { autoRefreshToken: false } });
  return {
    auth,
    url,
    smtp,
    mailsTo: (to) =>
      smtp.mails
        .filter((mail) => mail.split('\r\n').includes(`To: ${to}`))
        .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')),
    from: (next) => {
      address = next;
    },
    client,
    person: async () => {
      const email = newEmail();
      const made = client();
      const { data, error } = await made.auth.signUp({ email, password: PASSWORD });
      if (error || !data.session || !data.user) throw error ?? new Error('No session.');
      return { client: made, id: data.user.id, email, token: data.session.access_token };
    },
    call: (path, init) => fetch(`${url}${path}`, init),
    errors,
    leads: async () => (await db.admin.query('select * from leads order by created_at, id')).rows,
    close: async () => {
      await boss.stop({ graceful: false });
      await server.stop();
      transport.close();
      await smtp.stop();
      await auth.close();
    },
  };
}

export const LEAD = {
  company_name: 'Delta Desk',
  contact_email: 'ada@desk.example',
  message_volume: '10+',
  branded_emails: 'Not sure',
  platforms: ['Email', 'Slack'],
};
