import { sql, type SQL } from 'drizzle-orm';
import { renditions } from '../schema.ts';

/**
 * Of what a revision sends over a channel in a language, the one that is shown: without what it says for some countries,
 * and with the label of a text by a model, unless a person has approved it or may still do so.
 */
export const isShown: SQL<boolean> = sql<boolean>`${renditions.disclosure} = coalesce((
  select s.n from revisions v
    join alerts labeled on labeled.workspace_id = v.workspace_id and labeled.id = v.alert_id
   cross join jsonb_array_elements(v.content -> 'disclosures') with ordinality as s (texts, n)
   where v.workspace_id = ${renditions.workspaceId} and v.id = ${renditions.revisionId}
     and labeled.state <> 'pending_review' and labeled.reviewed_hash is distinct from v.hash
     and s.texts -> 'label' = 'true' and s.texts -> 'texts' = '[]' limit 1), 0)`;
