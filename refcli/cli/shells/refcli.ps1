# TAB for refcli in PowerShell: refcli --show-completion powershell | Out-String | Invoke-Expression
#
# refcli is given the line as far as it is typed. Its answers are names, behind a TAB what each is, and never run.
Register-ArgumentCompleter -Native -CommandName refcli -ScriptBlock {
    param($word, $line, $cursor)
    $length = [Math]::Max(0, $cursor - $line.Extent.StartOffset)
    $env:_REFCLI_COMPLETE = "complete_powershell"
    $env:_REFCLI_COMPLETE_LINE = $line.ToString().PadRight($length).Substring(0, $length)
    refcli 2>$null | ForEach-Object {
        $name, $about = $_ -split "`t", 2
        if (-not $about) { $about = $name }
        [System.Management.Automation.CompletionResult]::new($name, $name, "ParameterValue", $about)
    }
    Remove-Item Env:_REFCLI_COMPLETE, Env:_REFCLI_COMPLETE_LINE
}
