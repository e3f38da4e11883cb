/**
 * The calls of the client package by API operation. The recorded examples replace `{query}`, `{body}` and
 * path parameters.
 */
export const CLIENT_CALLS: Readonly<Record<string, string>> = {
  "POST /api/actions/claim/{treeAddress}": 'api.buildClaim("{treeAddress}", {body})',
  "GET /api/activity/{address}": 'api.activity("{address}", {query})',
  "GET /api/activity/{address}/payments": 'api.payments("{address}", {query})',
  "GET /api/beneficiary/{address}/campaigns": 'api.beneficiaryCampaigns("{address}", {query})',
  "GET /api/beneficiary/{address}/vesting-progress": 'api.vestingProgress("{address}")',
  "GET /api/campaigns": "api.campaigns({query})",
  "POST /api/campaigns": "api.register({body}, signer)",
  "POST /api/campaigns/import": "api.importRecipients({body}, signer, {query})",
  "POST /api/campaigns/prepare": "api.prepare({body})",
  "GET /api/campaigns/{treeAddress}": 'api.campaign("{treeAddress}")',
  "GET /api/campaigns/{treeAddress}/certificate": 'api.certificate("{treeAddress}")',
  "GET /api/campaigns/{treeAddress}/claims": 'api.claims("{treeAddress}", {query})',
  "GET /api/campaigns/{treeAddress}/leaves": 'api.leaves("{treeAddress}", {query})',
  "PUT /api/campaigns/{treeAddress}/lookup-table": 'api.setLookupTable("{treeAddress}", {body}.lookupTable)',
  "GET /api/campaigns/{treeAddress}/metadata": 'api.corrections("{treeAddress}")',
  "PATCH /api/campaigns/{treeAddress}/metadata": 'api.correctMetadata("{treeAddress}", {body}, signer)',
  "GET /api/campaigns/{treeAddress}/payouts": 'api.payouts("{treeAddress}", {query})',
  "GET /api/campaigns/{treeAddress}/proof": 'api.proof("{treeAddress}", {query})',
  "GET /api/campaigns/{treeAddress}/root-versions": 'api.rootVersions("{treeAddress}")',
  "POST /api/campaigns/{treeAddress}/root-versions": 'api.rotate("{treeAddress}", {body}, signer)',
  "POST /api/campaigns/{treeAddress}/cancel":
    'api.buildAction("{treeAddress}", { action: "cancel", signer, simulate: true })',
  "POST /api/campaigns/{treeAddress}/withdraw-unvested":
    'api.buildAction("{treeAddress}", { action: "withdraw-unvested", signer, simulate: true })',
  "POST /api/campaigns/{treeAddress}/cancel-stream":
    'api.buildAction("{treeAddress}", { action: "cancel-stream", signer, simulate: true })',
  "POST /api/campaigns/{treeAddress}/milestones/{idx}":
    'api.buildAction("{treeAddress}", { action: "milestones/{idx}", signer, simulate: true })',
  "POST /api/campaigns/{treeAddress}/instant-refund":
    'api.buildAction("{treeAddress}", { action: "instant-refund", signer, simulate: true })',
  "GET /api/campaigns/{treeAddress}/sponsor": 'api.sponsorship("{treeAddress}", {query}.account)',
  "GET /api/campaigns/{treeAddress}/statement": 'api.statement("{treeAddress}", {query})',
  "GET /api/campaigns/{treeAddress}/timeline": 'api.timeline("{treeAddress}")',
  "GET /api/creator/{address}/dashboard": 'api.dashboard("{address}")',
  "GET /api/creator/{address}/desk": 'api.desk("{address}")',
  "GET /api/creator/{address}/unlocks": 'api.unlocksByMonth("{address}")',
  "POST /api/events/sync": "api.syncEvents({body}.signatures)",
  "GET /api/health": "api.health()",
  "GET /api/mints/{mint}/supply": 'api.supply("{mint}")',
  "GET /api/roots/{merkleRoot}/proofs/{beneficiary}": 'api.proofsOfRoot("{merkleRoot}", "{beneficiary}")',
  "POST /api/registrations": "api.registerFromLedger({body})",
  "POST /api/uploads": "api.uploadCalls(signer).open({body})",
  "GET /api/webhooks": "api.webhooks(signer)",
  "POST /api/webhooks": "api.createWebhook({body}, signer)",
  "PATCH /api/webhooks/{endpointId}": 'api.changeWebhook("{endpointId}", {body}, signer)',
  "DELETE /api/webhooks/{endpointId}": 'api.deleteWebhook("{endpointId}", signer)',
  "GET /api/webhooks/{endpointId}/deliveries": 'api.webhookDeliveries("{endpointId}", {query}, signer)',
  "POST /api/webhooks/{endpointId}/replay": 'api.replayWebhook("{endpointId}", {body}, signer)',
  "POST /api/webhooks/{endpointId}/secret": 'api.rotateWebhookSecret("{endpointId}", signer)',
  "POST /api/webhooks/{endpointId}/test": 'api.testWebhook("{endpointId}", signer)',
};
