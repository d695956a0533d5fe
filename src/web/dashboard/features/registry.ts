import type { Feature } from '../lib/feature.ts';
import { alert } from './alert/feature.ts';
import { alerts } from './alerts/feature.ts';
import { billing } from './billing/feature.ts';
import { brands } from './brands/feature.ts';
import { calendar } from './calendar/feature.ts';
import { channels } from './channels/feature.ts';
import { checkout } from './checkout/feature.ts';
import { compose } from './compose/feature.ts';
import { contacts } from './contacts/feature.ts';
import { contactSales } from './contact-sales/feature.ts';
import { approval } from './approval/feature.ts';
import { analytics } from './analytics/feature.ts';
import { deliveries } from './deliveries/feature.ts';
import { documents } from './documents/feature.ts';
import { feeds } from './feeds/feature.ts';
import { feedback } from './feedback/feature.ts';
import { forms } from './forms/feature.ts';
import { home } from './home/feature.ts';
import { instruments } from './instruments/feature.ts';
import { ledger } from './ledger/feature.ts';
import { outside } from './external/feature.ts';
import { plans } from './plans/feature.ts';
import { notifications } from './notifications/feature.ts';
import { review } from './review/feature.ts';
import { rules } from './rules/feature.ts';
import { sending } from './sending/feature.ts';
import { settings } from './settings/feature.ts';
import { templates } from './templates/feature.ts';
import { team } from './team/feature.ts';
import { writer } from './writer/feature.ts';

/** Every part of the account area, in the order of the menus. */
export const FEATURES: readonly Feature[] = [
  home,
  plans,
  analytics,
  alerts,
  compose,
  alert,
  review,
  deliveries,
  sending,
  rules,
  outside,
  instruments,
  feeds,
  brands,
  templates,
  approval,
  writer,
  channels,
  calendar,
  contacts,
  forms,
  team,
  ledger,
  documents,
  feedback,
  billing,
  settings,
  notifications,
  checkout,
  contactSales,
];
