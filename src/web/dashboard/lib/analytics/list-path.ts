import { type AlertFilter, writeAlertFilter } from '#src/shared/alert-list.ts';

/** The list of the alerts behind a figure. */
export const listPath = (filter: AlertFilter): string => `/alerts?${writeAlertFilter(filter)}`;
