import type { Surface } from './reference.ts';
import { FUNCTIONS } from './surfaces/functions.ts';
import { ROWS } from './surfaces/rows.ts';
import { SIGN_IN } from './surfaces/sign-in.ts';

/** What stands beside /api/v1, the sign-in first: spoken by the published supabase-js client as well as by hand. */
export const SURFACES: readonly Surface[] = [SIGN_IN, ROWS, FUNCTIONS];
