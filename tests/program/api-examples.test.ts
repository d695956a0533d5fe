import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { channels } from '#src/engine/channels/registry.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { KEY_SCOPES } from '#src/shared/api-keys.ts';
import { openApi, takesKeys } from '#src/server/contract/openapi.ts';
import { curlOf } from '#src/web/site/api/curl.ts';
import { dataSurfaces } from '#src/web/site/api/data-surface.ts';
import type { Entry } from '#src/web/site/api/reference.ts';
import { SURFACES } from '#src/web/site/api/surfaces.ts';
import { runCurl } from '#tests/support/curl.ts';
import { FAKE_KEY, type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { type FakeOpenai, startFakeOpenai } from '#tests/fakes/openai.ts';
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/smtp.ts';
import { type OwnedProgram, startOwnedProgram } from '#tests/support/owned-program.ts';

/** The examples of the API reference, in the order of its pages; deleting the account comes last. */
const entries: readonly Entry[] = [...SURFACES, ...dataSurfaces]
  .flatMap((surface) => surface.entries)
  // Until there is a channel that posts to places, nobody can add one.
  .filter(({ path }) => !path.includes('destinations') || channels().some(({ destination }) => destination))
  // Nor is there anything to read back.
  .filter(({ path }) => !path.includes('read-back') || channels().some(({ readBack }) => readBack))
  // Nor several accounts in the trial's channels: `oauth.db.test.ts` chooses one.
  .filter(({ id }) => !id.endsWith('-choose'))
  // Nor a second messaging app in the trial: `reader-chats.db.test.ts` has a bot.
  .filter(({ id }) => !/^(?:post|delete)-reader-bots/.test(id))
  // Nor a plan with white label: `link-hosts.db.test.ts` has a domain.
  .filter(({ path }) => !path.includes('link-domain'))
  // Nor a trading platform in the trial: `webhook-endpoints.db.test.ts` has an endpoint.
  .filter(({ path }) => !path.includes('replays'))
  // Nor a bar that is corrected: `corrections.db.test.ts` has some.
  .filter(({ path }) => !path.includes('dismissal'))
  // Nor a website of the reader's own: `read-site.db.test.ts` imports from one.
  .filter(({ path }) => !path.includes('brands/import'));
const values: Record<string, string> = {};
let program: OwnedProgram & { stop: () => Promise<number | null> };
let smtp: FakeSmtp;
let model: FakeOpenai;
let stocks: FakeExchange;

beforeAll(async () => {
  smtp = await startFakeSmtp();
  model = await startFakeOpenai(() => ({ answer: { ok: true } }));
  values['MODEL_ADDRESS'] = model.url;
  stocks = await startFakeExchange('alpaca');
  values['ALPACA_KEY_ID'] = FAKE_KEY.keyId;
  values['ALPACA_SECRET'] = FAKE_KEY.secret;
  const feed = `alpaca ${stocks.socketUrl} ${stocks.restUrl}`;
  program = await startOwnedProgram({ PRIVATE_ADDRESSES: 'on', DEMO: 'on', FEED_ADDRESSES: feed });
  values['BASE'] = program.url;
  values['SMTP_HOST'] = '127.0.0.1';
  // It has places, and reads a message back.
  values['PRACTICE_CHANNEL'] = 'slack';
  // Its accounts are connected at the practice provider.
  values['AUTHORIZE_CHANNEL'] = 'slack';
  values['SMTP_PORT'] = String(smtp.port);
});
afterAll(async () => {
  await program.stop();
  await smtp.stop();
  await model.stop();
  await stocks.stop();
});

const exampleNamed = (id: string): string => {
  const entry = entries.find((each) => each.id === id);
  if (!entry) throw new Error(`The reference has no example ${id}.`);
  return curlOf(entry.example);
};

/** @returns the id of what an example makes */
const madeBy = async (id: string): Promise<string> =>
  ((await (await runCurl(exampleNamed(id), values)).json()) as { id: string }).id;

async function deletedDocument(): Promise<string> {
  const id = await madeBy('post-documents');
  await runCurl(curlOf({ method: 'delete', path: `/api/v1/documents/${id}`, token: true }), values);
  return id;
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** One that is to go out tomorrow. */
async function plannedAlert(): Promise<string> {
  const made = await fetch(`${values['BASE']}/api/v1/alerts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${values['TOKEN']}` },
    body: JSON.stringify({
      headline: 'Our desk is closed',
      summary: 'Alerts continue.',
      sendAt: { local: `${inDays(1)}T09:00`, timeZone: 'Europe/London' },
    }),
  });
  return ((await made.json()) as { id: string }).id;
}

type Session = { access_token: string; refresh_token: string };
let session: Session | null = null;

/** The reader's session. A new one where an example has ended it, or spends what renews it. */
async function sessionFor(command: string): Promise<Session> {
  if (session && !command.includes('$REFRESH_TOKEN') && (await lives(session))) return session;
  session = (await (await runCurl(exampleNamed('auth-token-password'), values)).json()) as Session;
  return session;
}

async function lives({ access_token }: Session): Promise<boolean> {
  const [, claims = ''] = access_token.split('.');
  const { session_id } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { session_id: string };
  const { rowCount } = await program.owner.query('select from sessions where id = $1', [session_id]);
  return rowCount === 1;
}

/** What the reader has by then: a token, and the ids of things that are there. */
async function prepare(command: string): Promise<void> {
  // Nobody else makes keys or webhooks, or invites.
  if (
    /\$KEY\b|\$KEY_ID\b|\/api\/v1\/keys"|\/team\/invitations|\/approvers|outside-rules|OUTSIDE_RULE|(WAITING|SENT|SAMPLED)_ALERT|rules\/import/.test(
      command,
    )
  )
    await confirmAddress('ada@traders.example');
  if (/\$(TOKEN|REFRESH_TOKEN|KEY|KEY_ID)\b/.test(command)) {
    const { access_token, refresh_token } = await sessionFor(command);
    values['TOKEN'] = access_token;
    values['REFRESH_TOKEN'] = refresh_token;
  }
  const idsAt = async (id: string): Promise<{ id: string; current?: boolean; trial?: boolean }[]> =>
    ((await (await runCurl(exampleNamed(id), values)).json()) as { items: { id: string }[] }).items;
  if (command.includes('$ALERT_ID')) {
    // The alert of the trial run that was just asked for.
    const first = async () => {
      const alert = (await idsAt('get-alerts-recent')).find(({ trial }) => trial);
      if (!alert) throw new Error('There is no alert yet.');
      return alert.id;
    };
    values['ALERT_ID'] = await vi.waitFor(first, { timeout: 20_000, interval: 200 });
  }
  if (/\$KEY\b/.test(command) && !values['KEY']) {
    // One that may do all that any key may.
    const made = await fetch(`${values['BASE']}/api/v1/keys`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${values['TOKEN']}` },
      body: JSON.stringify({
        name: 'Every scope',
        scopes: Object.keys(KEY_SCOPES),
        password: 'correct horse 1!',
      }),
    });
    values['KEY'] = ((await made.json()) as { key: string }).key;
  }
  if (command.includes('$KEY_ID')) {
    const made = await runCurl(exampleNamed('post-keys'), values);
    values['KEY_ID'] = ((await made.json()) as { id: string }).id;
  }
  if (command.includes('$CHECKOUT_ID') || /billing\/(cancel|resume|invoices)/.test(command)) {
    const chosen = await (await runCurl(exampleNamed('post-billing-checkout'), values)).json();
    // The plan runs already where an example before this one has paid.
    if (chosen.url) {
      values['CHECKOUT_ID'] = chosen.checkoutId;
      const paid = await fetch(chosen.url, {
        method: 'POST',
        body: new URLSearchParams({ choice: 'pays' }),
        redirect: 'manual',
      });
      if (paid.status !== 303) throw new Error(`The payment was answered with ${paid.status}.`);
    }
    const billing = await (await runCurl(exampleNamed('get-billing'), values)).json();
    values['INVOICE_ID'] = billing.invoices[0].id;
  }
  // A plan that goes on renewing is canceled before the account may go.
  if (command.includes('/delete-account')) {
    await runCurl(exampleNamed('post-billing-cancel'), values);
    // A deputy of an example before must not be left without an owner.
    await program.owner.query(`update members set role = 'owner' where role = 'approver'`);
  }
  if (command.includes('$VIEW_ID')) values['VIEW_ID'] = (await idsAt('get-views'))[0]!.id;
  // A document of its own for deleting and restoring: first with the token, then with a key.
  if (/-X DELETE .*\/documents\/\$DOCUMENT_ID"/.test(command))
    values['DOCUMENT_ID'] = await madeBy('post-documents');
  else if (command.includes('$DOCUMENT_ID/restore')) values['DOCUMENT_ID'] = await deletedDocument();
  else if (command.includes('$DOCUMENT_ID')) values['DOCUMENT_ID'] = (await idsAt('get-documents'))[0]!.id;
  if (command.includes('$BRAND_ID') || command.includes('$SENDING_DOMAIN_ID')) {
    const { items } = (await (await runCurl(exampleNamed('get-senders'), values)).json()) as {
      items: { brandId: string }[];
    };
    values['BRAND_ID'] ??= items[0]?.brandId ?? '';
  }
  if (command.includes('$LISTED_ID')) {
    await runCurl(exampleNamed('post-brands-id-symbol-lists'), values);
    values['LISTED_ID'] = (await idsAt('get-brands-id-symbol-lists'))[0]!.id;
  }
  if (command.includes('$SENDING_DOMAIN_ID')) {
    const set = await (await runCurl(exampleNamed('post-senders'), values)).json();
    values['SENDING_DOMAIN_ID'] = (set as { domain: { id: string } }).domain.id;
  }
  // Removed with the token, it is connected again to be removed with a key.
  if (/-X DELETE .*feed-keys/.test(command) || command.includes('feed-keys/alpaca/check'))
    await runCurl(exampleNamed('post-feed-keys'), values);
  if (command.includes('connections/practice')) {
    // There is one of each.
    for (const { id } of await practiceConnections())
      await runCurl(curlOf({ method: 'delete', path: `/api/v1/connections/${id}`, token: true }), values);
  }
  if (command.includes('$CONNECTION_ID/destinations')) {
    const { id, destinations } = await practiceConnection();
    // Its place is free.
    for (const place of destinations.filter(({ address }) => command.includes(address)))
      await runCurl(
        curlOf({ method: 'delete', path: `/api/v1/destinations/${place.id}`, token: true }),
        values,
      );
    values['CONNECTION_ID'] = id;
  } else if (command.includes('$CONNECTION_ID')) values['CONNECTION_ID'] = await madeBy('post-connections');
  if (command.includes('$STATE')) await allowAtProvider();
  if (command.includes('$AUTHORIZATION_ID'))
    values['AUTHORIZATION_ID'] = await madeBy('post-connections-authorize');
  if (command.includes('$DESTINATION_ID')) {
    const { id } = await practiceConnection();
    const address = `C${Date.now()}`;
    const made = await json(`/api/v1/connections/${id}/destinations`, values['TOKEN'] ?? '', {
      name: 'Another desk',
      address,
    });
    values['DESTINATION_ID'] = String(made['id']);
  }
  if (command.includes('$PLACE_ID'))
    values['PLACE_ID'] = (await practiceConnection()).destinations[0]?.id ?? '';
  if (command.includes('$UNKNOWN_DELIVERY_ID')) {
    const alertId = await webhookAlert('auto', 'sent');
    const { rows } = await program.owner.query<{ id: string }>(
      `update deliveries set state = 'unknown', provider_message_id = null where alert_id = $1 returning id`,
      [alertId],
    );
    values['UNKNOWN_DELIVERY_ID'] = rows[0]?.id ?? '';
  }
  if (command.includes('$SAMPLED_ALERT_ID')) {
    const alertId = await webhookAlert('auto', 'sent');
    const { rows } = await program.owner.query<{ hash: string }>(
      `with author as (update rules set changed_by = null where id = (select rule_id from alerts where id = $1))
       insert into supervisory_samples
         (workspace_id, alert_id, policy_id, policy_name, policy_version, revision_hash, sampled_at)
       select workspace_id, id, $1, 'Careful', 1, approved_hash, now() from alerts where id = $1
       returning revision_hash as hash`,
      [alertId],
    );
    values['SAMPLED_ALERT_ID'] = alertId;
    values['REVISION'] = rows[0]?.hash ?? '';
  }
  if (command.includes('$DELIVERY_ID')) {
    await confirmAddress('ada@traders.example');
    const { destinations } = await practiceConnection();
    const alertId = await webhookAlert('auto', 'sent', [destinations[0]?.id ?? '']);
    const { items } = await json(`/api/v1/alerts/${alertId}/deliveries`, values['TOKEN'] ?? '');
    values['DELIVERY_ID'] = (items as { id: string }[])[0]?.id ?? '';
  }
  if (command.includes('$WATCH_ID')) values['WATCH_ID'] = await madeBy('post-feeds-watches');
  // Imported again for the example that removes it.
  if (command.includes('/own-symbols/GME')) await runCurl(exampleNamed('post-bars-import'), values);
  if (command.includes('$SUSPECTED_SPLIT_ID')) values['SUSPECTED_SPLIT_ID'] = await suspectedSplit();
  if (command.includes('$LINK_ID')) values['LINK_ID'] = (await idsAt('get-documents-id-links'))[0]!.id;
  if (command.includes('$FOLDER_ID'))
    values['FOLDER_ID'] = (await idsAt('get-folders'))[0]?.id ?? (await madeBy('post-folders'));
  if (command.includes('/api/v1/folders"') && command.includes(' -d ')) {
    // Its name is free.
    for (const { id } of await idsAt('get-folders'))
      await runCurl(curlOf({ method: 'delete', path: `/api/v1/folders/${id}`, token: true }), values);
  }
  // A rule of its own for examples that delete, list or change rules.
  if (command.includes('$TRIAL_RUN_ID')) values['TRIAL_RUN_ID'] = await madeBy('post-trial-runs');
  if (/\$(RULE|MUTE)_ID/.test(command)) values['RULE_ID'] = await madeBy('post-rules');
  if (command.includes('$HOURS_ID')) values['HOURS_ID'] = await madeBy('post-sending-hours');
  if (command.includes('$NOTIFICATION_BROWSER_ID'))
    values['NOTIFICATION_BROWSER_ID'] = await madeBy('post-notifications-devices');
  if (command.includes('$MUTE_ID')) values['MUTE_ID'] = await madeBy('post-mutes');
  if (/news-sources"|\$NEWS_SOURCE_ID/.test(command)) {
    // Its address is free.
    for (const { id } of await idsAt('get-news-sources'))
      await runCurl(curlOf({ method: 'delete', path: `/api/v1/news-sources/${id}`, token: true }), values);
    if (command.includes('$NEWS_SOURCE_ID')) values['NEWS_SOURCE_ID'] = await madeBy('post-news-sources');
  }
  if (command.includes('$CALENDAR_ID')) values['CALENDAR_ID'] = await madeBy('post-calendar-sources');
  if (command.includes('$OUTSIDE_RULE_ID')) values['OUTSIDE_RULE_ID'] = await madeBy('post-outside-rules');
  if (command.includes('$DELETED_OUTSIDE_RULE_ID')) {
    const id = await madeBy('post-outside-rules');
    await runCurl(curlOf({ method: 'delete', path: `/api/v1/outside-rules/${id}`, token: true }), values);
    values['DELETED_OUTSIDE_RULE_ID'] = id;
  }
  if (command.includes('$LOCAL_TIME')) values['LOCAL_TIME'] = `${inDays(2)}T09:00`;
  if (command.includes('$PLANNED_ALERT_ID')) values['PLANNED_ALERT_ID'] = await plannedAlert();
  if (command.includes('$WAITING_ALERT_ID')) {
    values['WAITING_ALERT_ID'] = await webhookAlert('human', 'pending_review');
    values['REVISION'] = await revisionOf(values['WAITING_ALERT_ID']);
  }
  if (command.includes('$FOLLOW_UP_ID')) {
    const id = await webhookAlert('human', 'pending_review');
    await alertStep(id, 'decision', { decision: 'approve', revision: await revisionOf(id) });
    await inState(id, 'sent');
    const made = await alertStep(id, 'follow-ups', {
      purpose: 'update',
      headline: 'More',
      text: 'More of it.',
    });
    values['SENT_ALERT_ID'] = id;
    values['FOLLOW_UP_ID'] = String(made['id']);
    values['REVISION'] = String(made['revision']);
  } else if (command.includes('$SENT_ALERT_ID')) values['SENT_ALERT_ID'] = await webhookAlert('auto', 'sent');
  if (command.includes('$HOLD_ID')) values['HOLD_ID'] = await madeBy('post-ledger-holds');
  if (command.includes('$STOP_ID')) values['STOP_ID'] = await madeBy('post-sending-stops');
  if (command.includes('$DELETED_RULE_ID')) {
    const id = await madeBy('post-rules');
    await runCurl(curlOf({ method: 'delete', path: `/api/v1/rules/${id}`, token: true }), values);
    values['DELETED_RULE_ID'] = id;
  }
  if (/watchlists"|\$WATCHLIST_ID/.test(command)) {
    // Its name is free.
    for (const { id } of await idsAt('get-watchlists'))
      await runCurl(curlOf({ method: 'delete', path: `/api/v1/watchlists/${id}`, token: true }), values);
    if (command.includes('$WATCHLIST_ID')) values['WATCHLIST_ID'] = await madeBy('post-watchlists');
  }
  if (command.includes('$CONTACT_ID')) values['CONTACT_ID'] = await newContact();
  if (/audiences"|\$AUDIENCE_ID/.test(command)) {
    const id = await newAudience();
    values['AUDIENCE_ID'] = id;
  }
  if (command.includes('$IMPORT_ID'))
    values['IMPORT_ID'] = await contactImport(
      /start"/.test(command) ? 'checked' : /undo"/.test(command) ? 'imported' : 'uploaded',
    );
  if (command.includes('$DUPLICATE_ID')) values['DUPLICATE_ID'] = await newContact();
  // Its address is free.
  if (/api\/v1\/contacts" .*-d /s.test(command)) await deleteContacts('ada.byron@readers.example');
  if (command.includes('$POLICY_ID') || command.includes('/api/v1/approval-policies"')) {
    for (const { id } of await idsAt('get-approval-policies'))
      await runCurl(
        curlOf({ method: 'delete', path: `/api/v1/approval-policies/${id}`, token: true }),
        values,
      );
    if (command.includes('$POLICY_ID')) values['POLICY_ID'] = await madeBy('post-approval-policies');
  }
  if (command.includes('$TEMPLATE_ID') || command.includes('/api/v1/templates"')) {
    // Names are used once.
    for (const { id } of await idsAt('get-templates'))
      await runCurl(curlOf({ method: 'delete', path: `/api/v1/templates/${id}`, token: true }), values);
    if (command.includes('$TEMPLATE_ID')) values['TEMPLATE_ID'] = await madeBy('post-templates');
  }
  if (command.includes('$BRAND_ID')) values['BRAND_ID'] = (await idsAt('get-brands'))[0]!.id;
  if (/api\/v1\/brands"/.test(command) && command.includes(' -d ')) {
    // Its name is free.
    for (const { id } of (await idsAt('get-brands')).slice(1))
      await runCurl(
        curlOf({ method: 'patch', path: `/api/v1/brands/${id}`, token: true, body: { archived: true } }),
        values,
      );
  }
  if (command.includes('$DELETED_ID')) values['DELETED_ID'] = await deletedDocument();
  if (/signup-forms"|\$SIGNUP_FORM_ID/.test(command)) {
    const choices = (await (await runCurl(exampleNamed('get-signup-forms'), values)).json()) as {
      items: { id: string }[];
      brands: { id: string }[];
      lists: { id: string }[];
    };
    // Its name is free, and there is a list to join.
    for (const { id } of choices.items)
      await runCurl(curlOf({ method: 'delete', path: `/api/v1/signup-forms/${id}`, token: true }), values);
    values['BRAND_ID'] = choices.brands[0]!.id;
    values['LIST_ID'] = choices.lists[0]?.id ?? (await newList());
    if (command.includes('$SIGNUP_FORM_ID')) values['SIGNUP_FORM_ID'] = await madeBy('post-signup-forms');
  }
  if (command.includes('$SUPPRESSION_ID')) {
    await runCurl(exampleNamed('post-suppressions'), values);
    values['SUPPRESSION_ID'] = (await idsAt('get-suppressions'))[0]!.id;
  }
  if (command.includes('$MAIL_REPORTER_ID')) values['MAIL_REPORTER_ID'] = await madeBy('post-mail-reporters');
  if (command.includes('$INVITATION_ID'))
    values['INVITATION_ID'] = (await idsAt('get-team-invitations'))[0]!.id;
  if (command.includes('$REVIEW_CHAT_ID')) values['REVIEW_CHAT_ID'] = await linkedChat();
  if (command.includes('$APPROVER_ID')) {
    const email = `approver-${crypto.randomUUID()}@fund.example`;
    const form = { name: 'Mary Somerville', entity: 'Harbor Fund Ltd', email };
    const made = await json(`/api/v1/brands/${values['BRAND_ID']}/approvers`, values['TOKEN'] ?? '', form);
    values['APPROVER_ID'] = String(made['id']);
  }
  if (command.includes('$INVITATION_TOKEN')) {
    const { workspaceId } = await invitedByAnother();
    if (command.includes('/accept')) values['OTHER_WORKSPACE_ID'] = workspaceId;
  }
  // Sent by somebody who was invited and has none of their own.
  if (/-X POST \S*\/api\/v1\/workspaces"/.test(command)) values['TOKEN'] = await invitedGuest();
  if (command.includes('$COMMENT_ID')) {
    const said = { text: 'Is this the close of Friday?' };
    values['COMMENT_ID'] = String((await alertStep(values['ALERT_ID'] ?? '', 'comments', said))['id']);
  }
  if (command.includes('$DEPUTY_ID')) {
    values['DEPUTY_ID'] = await deputyBeside();
    values['AWAY_FROM'] = `${inDays(2)}T09:00`;
    values['AWAY_UNTIL'] = `${inDays(2)}T18:00`;
  }
  if (command.includes('$ABSENCE_ID')) {
    const made = await json('/api/v1/team/absences', values['TOKEN'] ?? '', {
      deputy: await deputyBeside(),
      from: `${inDays(4)}T09:00`,
      until: `${inDays(4)}T18:00`,
      timeZone: 'Europe/London',
    });
    values['ABSENCE_ID'] = String(made['id']);
  }
  if (command.includes('$MEMBER_ID')) values['MEMBER_ID'] = await memberBeside();
  if (command.includes('$SESSION_ID')) {
    const other = (await idsAt('get-security-sessions')).find(({ current }) => current === false);
    values['SESSION_ID'] = other!.id;
  }
}

const alertStep = (id: string, step: string, body?: object) =>
  json(`/api/v1/alerts/${id}/${step}`, values['TOKEN'] ?? '', body);

const inState = (id: string, state: string): Promise<void> =>
  vi.waitFor(
    async () => {
      expect((await json(`/api/v1/alerts/${id}`, values['TOKEN'] ?? ''))['state']).toBe(state);
    },
    { timeout: 20_000, interval: 100 },
  );

async function revisionOf(id: string): Promise<string> {
  const { waiting } = (await alertStep(id, 'review')) as { waiting: { revision: { hash: string } } };
  return waiting.revision.hash;
}

/** @returns the id of an alert that a new webhook has made, once it is in that state */
async function webhookAlert(
  approval: 'auto' | 'human',
  state: string,
  destinationIds: readonly string[] = [],
): Promise<string> {
  const token = values['TOKEN'] ?? '';
  const rule = await json('/api/v1/outside-rules', token, {
    name: 'Signals of my desk',
    outside: { kind: 'webhook' },
    approval,
    ...(destinationIds.length > 0 && { routes: [{ destinationIds }] }),
  });
  await fetch(String(rule['address']), { method: 'POST', body: 'BTCUSDT crossed its average' });
  const id = await vi.waitFor(
    async () => {
      const { items } = await json(`/api/v1/alerts?rule=${rule['id']}`, token);
      const [alert] = items as { id: string }[];
      if (!alert) throw new Error('There is no alert yet.');
      return alert.id;
    },
    { timeout: 20_000, interval: 100 },
  );
  await inState(id, state);
  return id;
}

/** A person allows the app on the practice provider's page. */
async function allowAtProvider(): Promise<void> {
  const started = await (await runCurl(exampleNamed('post-connections-authorize'), values)).json();
  const { url } = started as { url: string };
  const body = new URLSearchParams({ decision: 'allow' });
  const page = await (await fetch(url)).text();
  for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]+)"/g)) body.append('scope', scope);
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  values['STATE'] = searchParams.get('state') ?? '';
  values['CODE'] = searchParams.get('code') ?? '';
}

type Practice = {
  id: string;
  channel: string;
  practice: boolean;
  destinations: { id: string; address: string }[];
};

async function practiceConnections(): Promise<Practice[]> {
  const { items } = await json('/api/v1/connections', values['TOKEN'] ?? '');
  return (items as Practice[]).filter(({ practice }) => practice);
}

/** A practice chat in which the person is linked, as by the code that they enter there. */
async function linkedChat(): Promise<string> {
  const token = values['TOKEN'] ?? '';
  const { id, channel } = await practiceConnection();
  const path = `/api/v1/review-chats/${id}`;
  await json(path, token, { on: true });
  const { code } = await json(`${path}/link`, token, {});
  const body = new URLSearchParams({ act: 'code', code: String(code) });
  await fetch(`${values['BASE']}/dev/outbox/messages/${channel}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  return id;
}

async function practiceConnection(): Promise<Practice> {
  const [known] = await practiceConnections();
  if (known) return known;
  const channel = values['PRACTICE_CHANNEL'];
  return (await json('/api/v1/connections/practice', values['TOKEN'] ?? '', { channel })) as Practice;
}

/** Its name is free. */
async function newAudience(): Promise<string> {
  for (const id of await ownAudiences())
    await runCurl(curlOf({ method: 'delete', path: `/api/v1/audiences/${id}`, token: true }), values);
  const made = await json('/api/v1/audiences', values['TOKEN'] ?? '', { name: `Desk` });
  return String(made['id']);
}

async function ownAudiences(): Promise<string[]> {
  const { items } = await json('/api/v1/audiences', values['TOKEN'] ?? '');
  return (items as { id: string; kind: string }[]).flatMap(({ id, kind }) => (kind === 'members' ? [] : id));
}

/** A file of contacts, as far on its way as an example needs it. */
async function contactImport(state: 'uploaded' | 'checked' | 'imported'): Promise<string> {
  const id = await madeBy('post-contact-imports');
  const path = `/api/v1/contact-imports/${id}`;
  const reached = (wanted: string) =>
    vi.waitFor(async () => expect((await json(path, values['TOKEN'] ?? ''))['state']).toBe(wanted), {
      timeout: 20_000,
      interval: 200,
    });
  if (state === 'uploaded') return id;
  await json(`${path}/check`, values['TOKEN'] ?? '', {
    mapping: ['name', 'address:email', 'tags'],
    options: { confirmed: true, onlyNew: false, tags: [] },
  });
  await reached('checked');
  if (state === 'checked') return id;
  await json(`${path}/start`, values['TOKEN'] ?? '', {});
  await reached('imported');
  return id;
}

let contactsMade = 0;
async function newContact(): Promise<string> {
  contactsMade += 1;
  const made = await json('/api/v1/contacts', values['TOKEN'] ?? '', { name: `Reader ${contactsMade}` });
  return String(made['id']);
}

async function deleteContacts(address: string): Promise<void> {
  const found = await json(`/api/v1/contacts?q=${address}`, values['TOKEN'] ?? '');
  const ids = (found['items'] as { id: string }[]).map(({ id }) => id);
  if (ids.length > 0) await json('/api/v1/contacts/delete', values['TOKEN'] ?? '', { ids });
}

/** A list that people can join. */
async function newList(): Promise<string> {
  const made = await fetch(`${values['BASE']}/api/v1/audiences`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${values['TOKEN']}` },
    body: JSON.stringify({ name: 'Readers' }),
  });
  return ((await made.json()) as { id: string }).id;
}

/** A symbol imported anew with a jump that looks like a split. */
async function suspectedSplit(): Promise<string> {
  await runCurl(curlOf({ method: 'delete', path: '/api/v1/own-symbols/GME', token: true }), values);
  const days = Array.from({ length: 40 }, (_, day) => {
    const date = new Date(Date.UTC(2022, 5, 11 + day)).toISOString().slice(0, 10);
    const level = day < 20 ? 400 : 100;
    return `${date},${level},${level + 4},${level - 4},${level + (day % 3)}`;
  });
  const headers = { Authorization: `Bearer ${values['TOKEN']}` };
  await fetch(`${values['BASE']}/api/v1/bars/import?symbol=GME&timeframe=1d`, {
    method: 'POST',
    headers,
    body: `date,open,high,low,close\n${days.join('\n')}\n`,
  });
  const own = await (await fetch(`${values['BASE']}/api/v1/own-symbols`, { headers })).json();
  return own.items[0].suspectedSplits[0].id;
}

const PASSWORD = 'correct horse 1!';
const json = async (path: string, token: string | null, body?: object): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${values['BASE']}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

/** What the newest mail with such a link carries in it, once it has come. */
async function mailedToken(
  address: string,
  link: RegExp,
  seen: ReadonlySet<string> = new Set(),
): Promise<string> {
  return vi.waitFor(
    async () => {
      const { items } = (await json('/dev/outbox.json', null)) as { items: { id: string; to: unknown }[] };
      for (const { id, to } of items) {
        if (!JSON.stringify(to).includes(address)) continue;
        const { text } = (await json(`/dev/outbox/${id}/mail.json`, null)) as { text: string };
        const token = link.exec(text)?.[1];
        if (token && !seen.has(token)) return token;
      }
      throw new Error(`No such mail to ${address} yet.`);
    },
    { timeout: 20_000, interval: 200 },
  );
}

const confirmed = new Set<string>();
async function confirmAddress(email: string): Promise<void> {
  if (confirmed.has(email)) return;
  const token_hash = await mailedToken(email, /\/confirm\?token_hash=([^&\s]+)&type=signup/);
  await json('/auth/v1/verify', null, { type: 'signup', token_hash });
  confirmed.add(email);
  // What is known of a session is remembered for a few seconds.
  session = null;
}

let people = 0;
/** Another person with a confirmed address. @returns their token and workspace */
async function another(): Promise<{ token: string; workspaceId: string; email: string }> {
  people += 1;
  const email = `host${people}@desk.example`;
  const session = await json('/auth/v1/signup', null, { email, password: PASSWORD });
  await confirmAddress(email);
  const token = String(session['access_token']);
  const me = (await json('/api/v1/me', token)) as { workspace: { id: string } };
  return { token, workspaceId: me.workspace.id, email };
}

const opened = new Set<string>();
/** An invitation of the reader into somebody else's workspace. */
async function invitedByAnother(): Promise<{ workspaceId: string }> {
  await confirmAddress('ada@traders.example');
  const host = await another();
  const me = (await json('/api/v1/me', values['TOKEN'] ?? '')) as { user: { email: string } };
  await json('/api/v1/team/invitations', host.token, { email: me.user.email, role: 'viewer' });
  const token = await mailedToken(me.user.email, /\/invitation\?token=(\S+)/, opened);
  opened.add(token);
  values['INVITATION_TOKEN'] = token;
  return host;
}

/** Another member of the reader's workspace. */
async function memberBeside(): Promise<string> {
  const known = (await json('/api/v1/team/members', values['TOKEN'] ?? '')) as {
    items: { userId: string; role: string }[];
  };
  const there = known.items.find(({ role }) => role !== 'owner');
  if (there) return there.userId;
  const guest = await another();
  await json('/api/v1/team/invitations', values['TOKEN'] ?? '', { email: guest.email, role: 'viewer' });
  const token = await mailedToken(guest.email, /\/invitation\?token=(\S+)/);
  await json('/api/v1/invitations/accept', guest.token, { token });
  return memberBeside();
}

/** Another member, who may decide on alerts. */
async function deputyBeside(): Promise<string> {
  const userId = await memberBeside();
  await program.owner.query(`update members set role = 'approver' where user_id = $1 and role = 'viewer'`, [
    userId,
  ]);
  return userId;
}

/** A new account by an invitation of the reader. @returns its token */
async function invitedGuest(): Promise<string> {
  await confirmAddress('ada@traders.example');
  const email = 'guest@desk.example';
  await json('/api/v1/team/invitations', values['TOKEN'] ?? '', { email, role: 'viewer' });
  const token = await mailedToken(email, /\/invitation\?token=(\S+)/);
  const data = { first_name: 'Grace', last_name: 'Hopper' };
  return String((await json('/auth/v1/invited', null, { token, password: PASSWORD, data }))['access_token']);
}

const authJson = async (path: string, method: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${values['BASE']}/auth/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${values['TOKEN']}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Record<string, unknown>;
};

/** Gives the reader an authenticator app, and the token of a session that has shown it. @returns takes it away again */
async function withApp(): Promise<() => Promise<unknown>> {
  const factor = await authJson('/factors', 'POST', { factor_type: 'totp' });
  const { secret } = factor['totp'] as { secret: string };
  const challenge = await authJson(`/factors/${factor['id']}/challenge`, 'POST', {});
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const proof = { challenge_id: challenge['id'], code };
  values['TOKEN'] = String(
    (await authJson(`/factors/${factor['id']}/verify`, 'POST', proof))['access_token'],
  );
  return () => authJson(`/factors/${factor['id']}`, 'DELETE');
}

const document = openApi();
const operations = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

/** Checks an answer against the schema that the served document gives for it. */
function checkAgainstContract(id: string, status: number, body: unknown): void {
  const schema = operations.get(id)?.responses[String(status)]?.content?.['application/json']?.schema;
  if (!schema) return;
  const whole = JSON.stringify({ ...schema, $defs: componentsOf(schema) });
  const local = JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'));
  const parsed = z.fromJSONSchema(local).safeParse(body);
  expect(parsed.error?.issues ?? [], id).toEqual([]);
}

/** The components that a schema names, and those that they name. The whole document takes a tenth of a second to read. */
function componentsOf(schema: object): Record<string, object> {
  const found: Record<string, object> = {};
  const left: object[] = [schema];
  for (let each = left.pop(); each; each = left.pop())
    for (const [, name = ''] of JSON.stringify(each).matchAll(/#\/components\/schemas\/([^"]+)"/g)) {
      const component = document.components.schemas[name];
      if (!component || found[name]) continue;
      found[name] = component;
      left.push(component);
    }
  return found;
}

it.each(entries.map((entry) => [entry.id, entry] as const))('%s answers as documented', async (id, entry) => {
  const command = curlOf(entry.example);
  // All of them together are more than a person may ask in a minute.
  await program.owner.query('delete from limits');
  const takeAway = id === 'post-security-recovery-codes' ? await prepare(command).then(withApp) : null;
  // Where a key will do, the same again with one.
  const withKey = command.replace('$TOKEN', '$KEY');
  for (const each of takesKey(entry) && withKey !== command ? [command, withKey] : [command]) {
    if (!takeAway) await prepare(each);
    const leave = new AbortController();
    const answer = await runCurl(each, values, leave.signal);
    const documented = entry.answers.at(-1);
    expect({ each, status: String(answer.status) }).toEqual({ each, status: documented?.status });
    const text = entry.example.stays ? await beginningOf(answer, leave) : await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    expect(type !== '', type).toBe(text !== '');
    if (type.includes('json')) checkAgainstContract(id, answer.status, JSON.parse(text));
  }
  await takeAway?.();
});

const takesKey = ({ method, path }: Entry): boolean => {
  const endpoint = ENDPOINTS.find((each) => each.method === method && `/api/v1${each.path}` === path);
  return endpoint !== undefined && endpoint.needs !== 'open' && takesKeys(endpoint.needs);
};

/** The first piece of a stream that stays open; then the reader leaves. */
async function beginningOf(answer: Response, leave: AbortController): Promise<string> {
  const first = await answer.body?.getReader().read();
  leave.abort();
  return new TextDecoder().decode(first?.value);
}
