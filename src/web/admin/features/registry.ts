import type { Screen } from '../lib/screen.ts';
import { accounts } from './accounts/screen.ts';
import { conversations } from './conversations/screen.ts';
import { feeds } from './feeds/screen.ts';
import { jobs } from './jobs/screen.ts';
import { leads } from './leads/screen.ts';
import { messages } from './messages/screen.ts';
import { sending } from './sending/screen.ts';
import { trail } from './trail/screen.ts';

/** Every part of the console, in the order of its bar. */
export const SCREENS: readonly Screen[] = [
  conversations,
  messages,
  leads,
  accounts,
  sending,
  feeds,
  jobs,
  trail,
];
