# TAB for refcli in fish: refcli --show-completion fish | source
#
# The answers are names, behind a TAB what each is: fish takes them from a variable, quotes the names and shows the
# rest, and nothing of them is evaluated. Where there are none, files are offered.
function __refcli_completion
    set --global __refcli_names (
        _REFCLI_COMPLETE=complete_fish _REFCLI_COMPLETE_LINE=(commandline --cut-at-cursor --current-process | string collect) \
            refcli 2>/dev/null </dev/null | string match --regex '^[A-Za-z0-9.,+/=-]+(?:\t[^[:cntrl:]]*)?$'
    )
    test (count $__refcli_names) -gt 0
end

complete --command refcli --no-files --condition __refcli_completion --arguments '$__refcli_names'
