import { type Context, Hono } from 'hono';
import { loggable } from '#src/platform/log/loggable.ts';
import { AppError } from '#src/shared/errors.ts';
import type { MailReporterService } from '#src/subscribers/reporters.ts';
import { type ReportCall, ReportRefused } from '#src/subscribers/reports/report.ts';
import { knownError } from '../failure.ts';
import { problemAnswer } from '../problem.ts';
import { readAtMost } from './read-at-most.ts';

type Env = { Variables: { requestId: string } };

/** A provider's batch, or a returned message with what it was about. */
const BODY_MAX = 5 * 1024 * 1024;
const STRANGERS_PER_MINUTE = 60;
const CALLS_PER_MINUTE = 3_000;

/** The path for logs, without the token. */
export const loggedMailHookPath = (path: string): string =>
  path.replace(/^\/hooks\/mail\/([^/]+)\/.+/, '/hooks/mail/$1/…');

/**
 * POST /hooks/mail/{provider}/{token}: bounces and complaints, as providers report them; POST /hooks/mail/own: messages
 * of the mailbox that the installation sends from. Nothing but a verified call of the provider changes anything; an address that isn't ours and a call that isn't the provider's say no more than that.
 */
export function createMailHooks(deps: {
  reporters: MailReporterService;
  clock: () => Date;
  count: (limit: {
    scope: string;
    key: string;
    max: number;
    seconds: number;
  }) => Promise<{ within: boolean; seconds: number }>;
  clientNetwork: (c: Context) => string | null;
  log: { error: (context: object, message: string) => void };
}): Hono<Env> {
  const hooks = new Hono<Env>();
  const admit = async (scope: string, key: string, max: number): Promise<void> => {
    const { within, seconds } = await deps.count({ scope, key, max, seconds: 60 });
    if (!within)
      throw new AppError('over_request_rate_limit', undefined, { details: { retry_after: seconds } });
  };
  hooks.onError((error, c) => {
    const known = error instanceof AppError;
    if (!known)
      deps.log.error({ err: loggable(error), request: c.get('requestId') }, 'a bounce report was not taken');
    const wait = known ? error.details?.['retry_after'] : 1;
    if (wait !== undefined) c.header('Retry-After', String(wait));
    // Not taken: its sender shall come again.
    const { code } = knownError(error);
    return problemAnswer(
      c,
      code === 'unexpected_failure' ? new AppError('unavailable') : error,
      c.get('requestId') ?? '',
    );
  });
  async function taken(c: Context<Env>, counted: string, take: (call: ReportCall) => Promise<number | null>) {
    await admit('mail-hook', counted, CALLS_PER_MINUTE);
    const body = await readAtMost(c.req.raw.body, BODY_MAX);
    if (body === null) throw new AppError('request_entity_too_large');
    const call = {
      header: (name: string) => c.req.header(name) ?? null,
      body: Buffer.from(body),
      now: deps.clock(),
    };
    const stranger = async (error: AppError): Promise<never> => {
      await admit('mail-hook-strangers', deps.clientNetwork(c) ?? '', STRANGERS_PER_MINUTE);
      throw error;
    };
    try {
      const events = await take(call);
      if (events === null) return await stranger(new AppError('not_found'));
      return c.json({ received: true, events }, 200, { 'Cache-Control': 'no-store' });
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error;
      return stranger(new AppError('mail_report_refused'));
    }
  }
  // The mailbox that the installation sends from.
  hooks.post('/own', (c) => taken(c, 'own', deps.reporters.takeOwn));
  hooks.post('/:kind/:token', (c) => {
    const { kind, token } = c.req.param();
    return taken(c, token, (call) => deps.reporters.take(kind, token, call));
  });
  hooks.all('*', () => {
    throw new AppError('not_found');
  });
  return hooks;
}
