import { alertExportSchema, alertPicturesSchema } from '#src/shared/alert-pictures.ts';
import { alertDetailSchema } from '#src/shared/alert-detail.ts';
import {
  alertBarsSchema,
  alertChoicesSchema,
  alertItemSchema,
  alertPageSchema,
  alertRecordSchema,
  alertStepSchema,
  alertVariantSchema,
  deliveryItemSchema,
  deliveryPageSchema,
} from '#src/shared/alert-list.ts';
import { deliveryLogSchema, loggedDeliverySchema } from '#src/shared/delivery-log.ts';
import { alertReactionsSchema } from '#src/shared/analytics-reactions.ts';
import { recentAlertSchema, recentAlertsSchema } from '#src/shared/alerts.ts';
import { externalEvidenceSchema } from '#src/shared/external/evidence.ts';
import { evidenceBarSchema, evidenceSchema } from '#src/shared/market.ts';
import { alertReachSchema } from '#src/shared/alert-reach.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const AlertItem = component({
  name: 'AlertItem',
  schema: alertItemSchema,
  fields: {
    title: 'The subject, or the rule’s name until the text is written.',
    timeZone: 'IANA time zone of the instrument’s market.',
    value: 'In the detector’s unit. Null for external events, like the timeframe.',
    eventTime: 'Start of the bar.',
    held: 'A delivery waits until its recipient confirms their email address.',
    reason: 'The reason for this status; null if all went well.',
  },
});
const AlertPage = component({
  name: 'AlertPage',
  schema: alertPageSchema,
  fields: { next: 'Pass it as `cursor` to get the next page; null on the last page.' },
  holds: [AlertItem],
});
const AlertChoices = component({ name: 'AlertChoices', schema: alertChoicesSchema });
const RecentAlert = component({
  name: 'RecentAlert',
  schema: recentAlertSchema,
  fields: {
    id: 'The alert.',
    channel: 'Null for an alert that ended before its text was written.',
    state:
      'State of the delivery. With several recipients, the state that most needs attention. `withheld`: the alert wasn’t sent; `reason` says why.',
    title: 'The subject, or the rule’s name if no text was written.',
    timeZone: 'IANA time zone of the instrument’s market.',
    value: 'In the detector’s unit: percent, signed. Null for external events, like the timeframe.',
    eventTime: 'Start of the bar.',
    sentAt: 'When the last provider accepted it.',
    reason: 'Why it wasn’t sent, or hasn’t been sent yet.',
    trial: 'Created by a trial run over recorded data.',
  },
});
const RecentAlerts = component({ name: 'RecentAlerts', schema: recentAlertsSchema, holds: [RecentAlert] });
const EvidenceBar = component({
  name: 'EvidenceBar',
  schema: evidenceBarSchema,
  fields: { time: 'Start of the bar.', open: 'In the source’s notation, like every price here.' },
});
const Evidence = component({
  name: 'Evidence',
  schema: evidenceSchema,
  fields: {
    bars: 'Oldest first. The last one is the bar that triggered.',
    params: 'The detector’s parameters.',
    figures: 'The numbers compared. The name includes the unit.',
  },
  holds: [EvidenceBar],
});
const OutsideEvidence = component({
  name: 'OutsideEvidence',
  schema: externalEvidenceSchema,
  fields: {
    said: 'What was received, word for word, with source and time.',
    facts: 'What the alert can state, in the sender’s words.',
    other: 'Other fields received. They aren’t used in the alert.',
    asked: 'What the rule filters by.',
  },
});
const Alert = component({
  name: 'Alert',
  schema: alertDetailSchema,
  fields: {
    name: 'Name of the instrument; the symbol for external events.',
    brand: 'The name of the alert’s brand.',
    timeZone: 'IANA time zone of the instrument’s market.',
    value: 'In the detector’s unit: percent, signed. Null for external events, like the timeframe.',
    eventTime: 'Start of the bar.',
    subject: 'Null until the text is written.',
    text: 'The complete plain text.',
    history:
      'Where the event’s bar stands in the history of its symbol, computed once. `percentile`: percent of earlier changes that were smaller. `after`: what up to 20 earlier moves of at least `fromPct` percent in the same direction were followed by. `volumeRatio`: its volume by the average of the 20 bars before. Null for open bars, external events and short histories.',
    trial: 'Created by a trial run over recorded data.',
  },
  holds: [Evidence, OutsideEvidence],
});
const AlertVariant = component({
  name: 'AlertVariant',
  schema: alertVariantSchema,
  fields: {
    pictures:
      'Pictures sent with the text. Their paths need no token and never change. Pictures of HTML are part of it.',
    isCaption: 'The text is the caption of its picture.',
    preflight:
      'The message against the limits of its channel, counted as the provider counts: `says` reads “212 of 1,024 characters” or “12 characters too long”. Null for a channel that no longer exists.',
  },
});
const AlertStep = component({
  name: 'AlertStep',
  schema: alertStepSchema,
  fields: { actor: 'A person’s name, or the part of Bellwire that did it.' },
});
const AlertReach = component({
  name: 'AlertReach',
  schema: alertReachSchema,
  fields: {
    ahead:
      'Who would get it now. Each person counts once per channel. Above 7,500 people the numbers are estimates and `about` is true. Null once sending starts, or if the alert is never sent.',
    fanOuts:
      'Sends in progress or finished. `waiting`: not sent yet. `held`: waits for an address to be confirmed, or for quiet hours to end (`quiet`). `skipped`: people who don’t get it, by reason. `digest` gets it in a digest; `told` got another alert about the same move, named in `group`; `over_plan` is beyond the plan’s contacts.',
    followers:
      'Later alerts of other rules about the same move. People who got this one don’t get them. Newest first, up to 50.',
    others: 'The same event in your other brands.',
  },
});
const AlertRecord = component({
  name: 'AlertRecord',
  fields: {
    revision: 'Hash of the newest content. Decisions refer to it. Null until the text is written.',
    disclosures:
      'Disclosures below the alert, by country code. `*`: other countries, `?`: unknown country, `#`: public posts.',
    aiLabel:
      'Null if no AI model wrote it. `everywhere`: the AI label is shown to all readers, or only where the law requires it. `isReviewed`: a person approved it, so no label is needed.',
    recipientsDeleted:
      'Whether its deliveries to people were deleted with the ledger’s entries of that time. The counts in `deliveries` stay.',
    repeatsHeld: 'Number of repeats held back before it. Null if its rule sends every repeat.',
    chartProblem: 'Why the chart is missing, if the alert should have one.',
  },
  schema: alertRecordSchema,
  holds: [AlertVariant, AlertStep],
});
const Delivery = component({
  name: 'Delivery',
  schema: deliveryItemSchema,
  fields: {
    deliveredAt: 'As reported by the provider; null if it hasn’t reported it.',
    readAt: 'As reported by the provider; null if it hasn’t reported it.',
    readsBack: 'Whether `POST /deliveries/{id}/read-back` can fetch the message from the provider.',
    decidedBy:
      'The connection’s setting (`whenUnknown`) that decided because no response came: `resend` sent it again, `leave` left it `unknown`. Null if none did.',
  },
});
const DeliveryPage = component({ name: 'DeliveryPage', schema: deliveryPageSchema, holds: [Delivery] });
const LoggedDelivery = component({
  name: 'LoggedDelivery',
  schema: loggedDeliverySchema,
  fields: {
    alert: 'Null for a digest.',
    address: 'The recipient’s address or the destination’s name; empty if deleted.',
    contactId: 'Null for a destination.',
  },
});
const DeliveryLog = component({ name: 'DeliveryLog', schema: deliveryLogSchema, holds: [LoggedDelivery] });
const AlertReactions = component({
  name: 'AlertReactions',
  schema: alertReactionsSchema,
  fields: {
    tracking: 'What its brand counts now.',
    channels:
      'Most messages first. `maybeOpened`: loaded only by a mail app that hides its reader. `robotOpened` and `robotClicked`: only by robots; they are in no other number.',
    links: 'Links that were followed, the most followed first. Each message counts once.',
  },
});
const AlertBars = component({
  name: 'AlertBars',
  schema: alertBarsSchema,
  fields: { bars: '`time` is the start of the bar in milliseconds since the epoch, UTC.' },
});

const AlertPictures = component({
  name: 'AlertPictures',
  schema: alertPicturesSchema,
  fields: {
    languages: 'Languages of the alert, main language first.',
    items:
      'Each format in each theme. `path`: where to get the PNG; `alt`: its description; `width` and `height`: in pixels. `hash`: SHA-256 of the PNG, null until its first download. `problem`: why it couldn’t be drawn.',
  },
});
const AlertExport = component({
  name: 'AlertExport',
  schema: alertExportSchema,
  fields: {
    pictures:
      'Names and sizes. Get each from `GET /alerts/{id}/pictures/file`. `data` is the chart as a PNG in base64, with `pictures=embed`.',
    callToAction: 'Without tracking parameters.',
  },
});

const LANGUAGE = {
  says: 'BCP 47; the brand’s main language if left out, or if the alert isn’t written in it.',
};
const THEME = { says: '`light` by default; `dark`.' };

export const ALERTS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/alerts',
    needs: 'alerts:read',
    demo: true,
    summary: 'List alerts',
    description:
      'All alerts of the workspace, newest first. Repeat a parameter to match any of its values; different parameters must all match. A page can be short even if there are more: continue while `next` isn’t null.',
    query: {
      state: { says: 'State of the alert.', many: true },
      symbol: { says: 'Symbol.', many: true },
      detector: { says: 'Name of the condition.', many: true },
      rule: { says: 'Id of the rule.', type: 'uuid', many: true },
      brand: { says: 'Id of the brand.', type: 'uuid', many: true },
      channel: { says: 'Channel.', many: true },
      outcome: {
        says: '`sent`: at least one delivery was accepted. `failed`: none was, and at least one failed. If you name channels, only they count.',
      },
      hour: { says: 'Hour of the day in UTC, 0 to 23.', many: true },
      trial: { says: '`yes`: only trial runs. `no`: no trial runs.' },
      from: { says: 'First day, in UTC.', type: 'date' },
      to: { says: 'Last day, in UTC, included.', type: 'date' },
      q: { says: 'Words in the title, or a symbol. The last word may be incomplete.' },
      limit: { says: 'Rows per page, 1 to 200. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: AlertPage },
    errors: ['validation_failed'],
    example: { query: 'state=sent&trial=yes&limit=10' },
  },
  choices: {
    method: 'get',
    path: '/alerts/choices',
    needs: 'alerts:read',
    demo: true,
    summary: 'List filters for alerts',
    description: 'The symbols, conditions, rules and brands you can filter alerts by.',
    answer: { status: 200, says: 'By name.', schema: AlertChoices },
  },
  recent: {
    method: 'get',
    path: '/alerts/recent',
    needs: 'alerts:read',
    demo: true,
    summary: 'Recent alerts',
    description: 'The 20 newest alerts that were sent or ended, one row per alert and channel, newest first.',
    answer: { status: 200, says: 'Newest first.', schema: RecentAlerts },
  },
  one: {
    method: 'get',
    path: '/alerts/{id}',
    needs: 'alerts:read',
    demo: true,
    summary: 'One alert',
    description: 'The alert with its evidence and its text.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'The alert.', schema: Alert },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  record: {
    method: 'get',
    path: '/alerts/{id}/record',
    needs: 'alerts:read',
    demo: true,
    summary: 'Content and history of an alert',
    description:
      'The exact content each channel got, every step of the alert with who, why and when, and delivery counts by state. Show the HTML in a sandboxed frame only: people can edit it.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'Steps oldest first.', schema: AlertRecord },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  reach: {
    method: 'get',
    path: '/alerts/{id}/reach',
    needs: 'alerts:read',
    demo: true,
    summary: 'Recipients of an alert',
    description:
      'Before an alert is sent: how many people would get it now on each channel, and how many wouldn’t, and why. After that: its fan-outs, one per audience or destination, with the number sent, waiting, unknown and failed. `others` lists the same event’s alerts in your other brands.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'The recipients.', schema: AlertReach },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  deliveries: {
    method: 'get',
    path: '/alerts/{id}/deliveries',
    needs: 'alerts:read',
    demo: true,
    summary: 'Deliveries of an alert',
    description:
      'Deliveries with their attempts, oldest first, 100 per page. Addresses of people are masked unless you have `contacts:read`.',
    params: { id: 'The alert’s id.' },
    query: { cursor: { says: 'The `next` of the previous page.' } },
    answer: { status: 200, says: 'A page.', schema: DeliveryPage },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$ALERT_ID' } },
  },
  reactions: {
    method: 'get',
    path: '/alerts/{id}/reactions',
    needs: 'alerts:read',
    demo: true,
    summary: 'Opens, clicks and complaints of an alert',
    description:
      'How many of its messages were delivered, opened, clicked, returned, reported as spam or unsubscribed from, by channel, and which links were followed. Opens and clicks are counted if its brand has turned them on.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'The counts.', schema: AlertReactions },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  log: {
    method: 'get',
    path: '/deliveries',
    needs: 'alerts:read',
    demo: true,
    summary: 'Delivery log',
    description:
      'All deliveries of the workspace, newest first. Addresses of people are masked unless you have `contacts:read`.',
    query: {
      state: {
        says: 'Only deliveries in this state: sent, rejected, unknown, retry, pending or held.',
        many: true,
      },
      limit: { says: 'Rows per page, 1 to 200. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page, with the same states.' },
    },
    answer: { status: 200, says: 'A page.', schema: DeliveryLog },
    errors: ['validation_failed'],
    example: { query: 'state=sent&limit=10' },
  },
  pictures: {
    method: 'get',
    path: '/alerts/{id}/pictures',
    needs: 'alerts:read',
    demo: true,
    summary: 'Pictures of an alert',
    description:
      'Its chart and its cards: link preview (1200 × 630), post (1200 × 675), square (1080 × 1080) and story (1080 × 1920), light and dark, each with a description. Cards of an alert without bars have no chart.',
    params: { id: 'The alert’s id.' },
    query: { language: LANGUAGE },
    answer: { status: 200, says: 'The pictures; none until the alert is written.', schema: AlertPictures },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  picture: {
    method: 'get',
    path: '/alerts/{id}/pictures/file',
    needs: 'alerts:read',
    demo: true,
    summary: 'Download a picture',
    description:
      'A PNG, drawn from the approved revision on its first download. It never changes after that.',
    params: { id: 'The alert’s id.' },
    query: {
      format: { says: '`chart`, `social`, `wide`, `square` or `story`.', required: true },
      theme: THEME,
      language: LANGUAGE,
    },
    answer: { status: 200, says: 'The file.', type: 'image/png' },
    errors: ['not_found', 'validation_failed', 'picture_not_drawn'],
    example: { params: { id: '$ALERT_ID' }, query: 'format=social&theme=dark' },
  },
  export: {
    method: 'get',
    path: '/alerts/{id}/export',
    needs: 'alerts:read',
    demo: true,
    summary: 'Export an alert as JSON',
    description:
      'The alert’s content for a website or CMS: texts, figures and names of its pictures. It has no recipient’s footer, no account or unsubscribe link and no tracking.',
    params: { id: 'The alert’s id.' },
    query: {
      language: LANGUAGE,
      theme: THEME,
      pictures: { says: '`files` by default: names only. `embed`: the chart’s bytes too.' },
    },
    answer: { status: 200, says: 'The content.', schema: AlertExport },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$ALERT_ID' } },
  },
  exportHtml: {
    method: 'get',
    path: '/alerts/{id}/export/html',
    needs: 'alerts:read',
    demo: true,
    summary: 'Export an alert as HTML',
    description:
      'The same content as one `<article>` to paste into a page. It has class names and no styles, so it looks like your page.',
    params: { id: 'The alert’s id.' },
    query: {
      language: LANGUAGE,
      theme: THEME,
      pictures: { says: '`embed` by default: the chart is in the HTML. `files`: it’s named by its file.' },
    },
    answer: { status: 200, says: 'A file.', type: 'text/html' },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$ALERT_ID' } },
  },
  bars: {
    method: 'get',
    path: '/alerts/{id}/bars',
    needs: 'alerts:read',
    demo: true,
    summary: 'Bars around an alert',
    description:
      '90 bars up to the event’s bar and 20 after it, if stored. Empty if the event’s bar isn’t stored, for example because it came from a file.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'Oldest first.', schema: AlertBars },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
});
