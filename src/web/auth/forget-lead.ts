export const LEAD_KEY = 'bellwire.lead';

/** After a sign-up; apart from lead.ts, which the account area does not need. */
export const forgetLead = (): void => localStorage.removeItem(LEAD_KEY);
