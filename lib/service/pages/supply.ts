import { services } from "@/lib/service/services";
import { readSupply } from "@/lib/service/supply/read-supply";

/** Returns the supply of a mint for its page. */
export const readSupplyPage = async (mint: string) => readSupply(await services(), mint);
