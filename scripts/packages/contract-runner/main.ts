#!/usr/bin/env node
import { runContractCommand } from '../../contract/contract-command.ts'

await runContractCommand('npx art-marketplace-contract-runner')
