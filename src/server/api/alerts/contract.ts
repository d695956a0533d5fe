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
    title: 'The subject, or the rule’s name where nothing is written yet.',
    timeZone: 'IANA zone of the instrument’s market.',
    value: 'In the detector’s unit. Null for what came from outside, as is the timeframe.',
    eventTime: 'Start of the bar.',
    held: 'A delivery waits for its recipient to confirm their email address.',
    reason: 'The reason for this status; null if all went well.',
  },
});
const AlertPage = component({
  name: 'AlertPage',
  schema: alertPageSchema,
  fields: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
  holds: [AlertItem],
});
const AlertChoices = component({ name: 'AlertChoices', schema: alertChoicesSchema });
const RecentAlert = component({
  name: 'RecentAlert',
  schema: recentAlertSchema,
  fields: {
    id: 'The alert.',
    channel: 'Null for an alert that ended before it was written.',
    state:
      'What became of the delivery; of several recipients, the state that most needs to be seen. `withheld`: the alert was kept and not sent; `reason` says why.',
    title: 'The subject, or the rule’s name where nothing was written.',
    timeZone: 'IANA zone of the instrument’s market.',
    value: 'In the detector’s unit: percent, signed. Null for what came from outside, as is the timeframe.',
    eventTime: 'Start of the bar.',
    sentAt: 'When the last provider took it.',
    reason: 'Why it was not sent, or is not yet.',
    trial: 'From a trial run over recorded data.',
  },
});
const RecentAlerts = component({ name: 'RecentAlerts', schema: recentAlertsSchema, holds: [RecentAlert] });
const EvidenceBar = component({
  name: 'EvidenceBar',
  schema: evidenceBarSchema,
  fields: { time: 'Start of the bar.', open: 'As the source wrote it, like every price here.' },
});
const Evidence = component({
  name: 'Evidence',
  schema: evidenceSchema,
  fields: {
    bars: 'Oldest first; the last is the bar of the finding.',
    params: 'The detector’s parameters.',
    figures: 'The numbers that were compared; the unit is in the name.',
  },
  holds: [EvidenceBar],
});
const OutsideEvidence = component({
  name: 'OutsideEvidence',
  schema: externalEvidenceSchema,
  fields: {
    said: 'What came, word for word, from where and when.',
    facts: 'What the alert may say, as its sender wrote it.',
    other: 'What else was said; it stands in no alert.',
    asked: 'What the rule asked for.',
  },
});
const Alert = component({
  name: 'Alert',
  schema: alertDetailSchema,
  fields: {
    name: 'Of the instrument; the symbol for external events.',
    brand: 'The name of the alert’s brand.',
    timeZone: 'IANA zone of the instrument’s market.',
    value: 'In the detector’s unit: percent, signed. Null for what came from outside, as is the timeframe.',
    eventTime: 'Start of the bar.',
    subject: 'Null until the text is written.',
    text: 'The whole plain-text part.',
    trial: 'From a trial run over recorded data.',
  },
  holds: [Evidence, OutsideEvidence],
});
const AlertVariant = component({
  name: 'AlertVariant',
  schema: alertVariantSchema,
  fields: {
    pictures:
      'What goes out with the text, at paths that need no token and never change. Those of HTML are in it.',
    isCaption: 'The text goes below its picture, as a caption.',
    preflight:
      'The message against the limits of its channel, counted as the provider counts: `says` reads “212 of 1,024 characters” or “12 characters too long”. Null for a channel that is no longer there.',
  },
});
const AlertStep = component({
  name: 'AlertStep',
  schema: alertStepSchema,
  fields: { actor: 'A part of the program, or a person’s name.' },
});
const AlertReach = component({
  name: 'AlertReach',
  schema: alertReachSchema,
  fields: {
    ahead:
      'Who would get it now, each person counted once per channel; of more than 7,500 people, the numbers are estimates and `about` is true. Null once it is on its way, and where it never goes.',
    fanOuts:
      'What is on its way, or was. `waiting` is still to be sent; `held` waits for an address to be confirmed, or for quiet hours to end, which is `quiet`; `skipped` are people passed over, by reason: `digest` gets it in a digest, `told` got another alert about the same move, which `group` names.',
    followers:
      'Later alerts of other rules about the same move: those who got this one don’t get them. Newest first, 50 at most.',
    others: 'The same event in your other brands.',
  },
});
const AlertRecord = component({
  name: 'AlertRecord',
  fields: {
    revision: 'The hash of the newest content: what a decision names. Null until it’s written.',
    disclosures:
      'What goes below the alert, by place: a country’s code, `*` any other country, `?` an unknown one, `#` public posts.',
    aiLabel:
      'Null if no model wrote it. `everywhere`: all readers are told, or only where the law asks. `isReviewed`: a person has approved it, so nobody is.',
    repeatsHeld: 'How many repeats were held before it. Null: its rule sends each.',
    chartProblem: 'Why the alert has no chart, if it should have one.',
  },
  schema: alertRecordSchema,
  holds: [AlertVariant, AlertStep],
});
const Delivery = component({
  name: 'Delivery',
  schema: deliveryItemSchema,
  fields: {
    deliveredAt: 'As the provider reported; null where it has not, or never does.',
    readAt: 'As the provider reported; null where it has not, or never does.',
    readsBack: 'Whether `POST /deliveries/{id}/read-back` can show the message as the provider has it now.',
  },
});
const DeliveryPage = component({ name: 'DeliveryPage', schema: deliveryPageSchema, holds: [Delivery] });
const LoggedDelivery = component({
  name: 'LoggedDelivery',
  schema: loggedDeliverySchema,
  fields: {
    alert: 'Null for a digest.',
    address: 'Of a person, or the name of a destination; empty if it’s gone.',
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
    languages: 'What the alert is written in, the main language first.',
    items:
      'Each format in each theme. `path` is where the PNG is, `alt` what it shows, `width` and `height` its pixels. `hash` is the SHA-256 of the PNG, null until it was first asked for; `problem` says why it couldn’t be drawn.',
  },
});
const AlertExport = component({
  name: 'AlertExport',
  schema: alertExportSchema,
  fields: {
    pictures:
      'Names and sizes; `GET /alerts/{id}/pictures/file` answers with each. `data` is the chart as a PNG in base64, with `pictures=embed`.',
    callToAction: 'Without parameters that count clicks.',
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
      'Every alert of the workspace, newest first, a page at a time. Several values of one name mean any of them, several names mean all of them. A page may be short although there is more: go on while `next` is not null.',
    query: {
      state: { says: 'State of the alert.', many: true },
      symbol: { says: 'Symbol of the instrument.', many: true },
      detector: { says: 'Name of the condition.', many: true },
      rule: { says: 'Id of the rule.', type: 'uuid', many: true },
      brand: { says: 'Id of the brand.', type: 'uuid', many: true },
      channel: { says: 'A channel it was written for.', many: true },
      outcome: {
        says: '`sent`: handed over to somebody; `failed`: to nobody, and it has failed. On the channels asked for, where there are some.',
      },
      hour: { says: 'Hour of the day in UTC, 0 to 23.', many: true },
      trial: { says: '`yes`: trial runs only, `no`: without them.' },
      from: { says: 'First day, in UTC.', type: 'date' },
      to: { says: 'Last day, in UTC, included.', type: 'date' },
      q: { says: 'Words of the title, the last may be a beginning; a symbol narrows to it.' },
      limit: { says: 'Rows of a page: 1 to 200, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
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
    summary: 'What alerts can be narrowed to',
    description: 'The symbols and conditions that alerts of the workspace have, and its rules and brands.',
    answer: { status: 200, says: 'By name.', schema: AlertChoices },
  },
  recent: {
    method: 'get',
    path: '/alerts/recent',
    needs: 'alerts:read',
    demo: true,
    summary: 'Recent alerts',
    description:
      'The newest twenty alerts that have left the desk, one row per alert and channel, newest first.',
    answer: { status: 200, says: 'Newest first.', schema: RecentAlerts },
  },
  one: {
    method: 'get',
    path: '/alerts/{id}',
    needs: 'alerts:read',
    demo: true,
    summary: 'One alert',
    description: 'With its evidence and the text that was written from it.',
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
    summary: 'What was sent, and how it came to that',
    description:
      'What each channel got, exactly as sent; every step of the alert with who, why and when; how many deliveries stand where. The HTML is somebody’s words: show it in a sandboxed frame only.',
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
    summary: 'Who gets it',
    description:
      'Before an alert goes, how many people would get it at this moment over each channel, and how many are passed over and why. Once it is on its way, its fan-outs: one per audience or destination, with how many are sent, waiting, unknown or failed. `others` are the alerts of the same event in your other brands.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'Who gets it.', schema: AlertReach },
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
      'A hundred a page, each with its attempts, oldest first. Without the permission `contacts:read`, addresses of people are masked.',
    params: { id: 'The alert’s id.' },
    query: { cursor: { says: 'The `next` of the page before.' } },
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
      'Every delivery of the workspace, newest first. Without the permission `contacts:read`, addresses of people are masked.',
    query: {
      state: {
        says: 'Only deliveries in this state: sent, rejected, unknown, retry, pending or held.',
        many: true,
      },
      limit: { says: 'Rows per page: 1 to 200; 50 by default.', type: 'integer' },
      cursor: { says: 'The `next` of the page before, with the same states.' },
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
      'Its chart and its cards to post: a link preview (1200 × 630), a post (1200 × 675), a square (1080 × 1080) and a story (1080 × 1920), light and dark, each with a description. An alert without bars to draw has cards without a chart.',
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
      'A PNG. It’s drawn from the approved revision when it’s first asked for, and never changes after that.',
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
      'The alert’s content for a website or a CMS: texts, figures and the names of its pictures. It has no footer of a recipient, no link to an account or to unsubscribe, and nothing that tracks readers.',
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
      'Ninety bars up to the event’s own and twenty after it, as far as the feed has stored them; none where the event’s own is not stored, as it comes from a file.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'Oldest first.', schema: AlertBars },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
});
