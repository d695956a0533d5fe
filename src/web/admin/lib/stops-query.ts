import { operatorStopsSchema } from '#src/shared/operator.ts';
import { listQuery } from './queries.ts';

/** What may not be sent. */
export const stopsQuery = listQuery('/stops', operatorStopsSchema);
